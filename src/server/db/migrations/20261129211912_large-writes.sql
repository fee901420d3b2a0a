-- What one statement changed is the difference of the rows before and after it. A join of the two compared every row with
-- every other, since the planner expects one row of each: a statement for 20,000 products took minutes.
CREATE OR REPLACE FUNCTION article_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed integer[] := ARRAY(
		SELECT DISTINCT l.keyword_id FROM article_keywords l JOIN (
			SELECT article_id, status, revises_id FROM after_it EXCEPT SELECT article_id, status, revises_id FROM before_it
		) a USING (article_id)
	);
BEGIN
	IF changed <> '{}' THEN PERFORM refresh_article_statuses(changed); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	gone CONSTANT text[] := ARRAY['OUT_OF_STOCK', 'INVALID_ASIN'];
	changed text[] := ARRAY(
		SELECT asin FROM (
			SELECT asin, stock, stock_since FROM after_it EXCEPT SELECT asin, stock, stock_since FROM before_it
		) a WHERE stock = ANY(gone)
		UNION SELECT asin FROM (
			SELECT asin, stock, stock_since FROM before_it EXCEPT SELECT asin, stock, stock_since FROM after_it
		) b WHERE stock = ANY(gone)
	);
	posts integer[] := ARRAY(
		SELECT DISTINCT cp.content_post_id FROM content_products cp JOIN (
			(SELECT asin, stock FROM after_it EXCEPT SELECT asin, stock FROM before_it)
			UNION ALL (SELECT asin, stock FROM before_it EXCEPT SELECT asin, stock FROM after_it)
		) c USING (asin) WHERE c.stock = ANY(gone)
	);
BEGIN
	IF posts <> '{}' THEN PERFORM keep_post_products(posts); END IF;
	PERFORM keep_risks(changed);
	RETURN NULL;
END $$;
