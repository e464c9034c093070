-- Sources of this label; without :given all.
SELECT label FROM sources WHERE :given IS NULL OR label = :given OR label GLOB :glob
