-- Functions that recompute stored columns or compact counts say so in their names. Functions that call one of them are
-- created again with the new name.
DO $$
DECLARE
	names CONSTANT text[][] := ARRAY[
		['keep_article_counts', 'recompute_article_counts'],
		['keep_post_products', 'recompute_post_products'],
		['keep_risks', 'recompute_risks'],
		['melt_keyword_counts', 'compact_keyword_counts'],
		['melt_product_counts', 'compact_product_counts']
	];
	name text[];
	caller oid;
BEGIN
	FOREACH name SLICE 1 IN ARRAY names LOOP
		EXECUTE format('ALTER FUNCTION %I RENAME TO %I', name[1], name[2]);
		FOR caller IN SELECT oid FROM pg_proc
			WHERE pronamespace = current_schema()::regnamespace AND prosrc ~ format('\m%s\M', name[1])
		LOOP
			EXECUTE regexp_replace(pg_get_functiondef(caller), format('\m%s\M', name[1]), name[2], 'g');
		END LOOP;
	END LOOP;
END $$;
