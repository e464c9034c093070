-- Files of this path, alone or with the node path of a serialized file inside; without :given all.
SELECT path FROM files WHERE :given IS NULL OR path = :given OR path GLOB :glob
UNION ALL
SELECT f.path || '!' || sf.node_path
FROM files f CROSS JOIN serialized_files sf ON sf.file_id = f.file_id
WHERE (:given IS NULL AND sf.node_path <> '') OR f.path || '!' || sf.node_path = :given
  OR f.path || '!' || sf.node_path GLOB :glob
