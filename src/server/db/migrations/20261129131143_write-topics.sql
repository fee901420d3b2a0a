-- Reports a write to the connection that made it, so that the server can empty what it has cached of the table. The
-- settings of a role, a connection pooler or a script may hide notices, so the function sets its own.
CREATE FUNCTION report_write() RETURNS trigger LANGUAGE plpgsql SET client_min_messages TO notice AS $$
BEGIN
	RAISE NOTICE '% was written', TG_TABLE_NAME USING ERRCODE = 'CDW01', TABLE = TG_TABLE_NAME;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_keywords_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON article_keywords
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER articles_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON articles
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER content_posts_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_posts
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER content_products_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_products
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER feature_flags_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON feature_flags
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER keyword_days_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keyword_days
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER keywords_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keywords
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER market_keywords_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON market_keywords
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER products_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER search_query_totals_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON search_query_totals
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
CREATE TRIGGER sites_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sites
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();--> statement-breakpoint
-- The counts of nothing are not written, because an empty write is reported too.
CREATE OR REPLACE FUNCTION article_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed integer[] := ARRAY(
		SELECT DISTINCT l.keyword_id FROM after_it a JOIN before_it b USING (article_id)
		JOIN article_keywords l ON l.article_id = a.article_id
		WHERE a.status <> b.status OR a.revises_id IS DISTINCT FROM b.revises_id
	);
BEGIN
	IF changed <> '{}' THEN PERFORM refresh_article_statuses(changed); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	posts integer[] := ARRAY(
		SELECT DISTINCT cp.content_post_id FROM before_it b JOIN after_it a USING (product_id)
		JOIN content_products cp ON cp.asin = a.asin
		WHERE a.stock <> b.stock
			AND (a.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN') OR b.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
	);
BEGIN
	IF posts <> '{}' THEN PERFORM keep_post_products(posts); END IF;
	PERFORM keep_risks(ARRAY(
		SELECT a.asin FROM before_it b JOIN after_it a USING (product_id)
		WHERE (a.stock, a.stock_since) IS DISTINCT FROM (b.stock, b.stock_since)
			AND (a.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN') OR b.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
	));
	RETURN NULL;
END $$;--> statement-breakpoint
-- An update counts for itself once the article that it revises is deleted.
CREATE OR REPLACE TRIGGER article_draft_changed AFTER UPDATE OF status, revises_id ON articles FOR EACH ROW
	WHEN ((OLD.status = 'draft') <> (NEW.status = 'draft')
		OR counts_as_article(OLD.revises_id, OLD.status) <> counts_as_article(NEW.revises_id, NEW.status))
	EXECUTE FUNCTION article_draft_changed();
--> statement-breakpoint
-- A product is never new when a post recommends it: the recommendation adds the product.
DROP TRIGGER product_added ON products;--> statement-breakpoint
DROP FUNCTION product_added();
