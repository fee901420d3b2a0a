-- A draft is its writer's own affair: it is not counted, and gives a product no award. What nothing recommends any more
-- has no award either.
CREATE OR REPLACE FUNCTION keep_article_counts(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM products WHERE asin = ANY(changed) ORDER BY asin FOR UPDATE;
	UPDATE products p SET article_count = c.articles, award = c.award FROM (
		SELECT k.asin,
			coalesce((SELECT t.award FROM (
				SELECT a.award, a.product_id::bigint AS newest FROM article_products a JOIN articles r USING (article_id)
					WHERE a.asin = k.asin AND r.status <> 'draft'
				UNION ALL SELECT cp.award, cp.content_post_id - 10000000000 FROM content_products cp
					JOIN content_posts cc USING (content_post_id)
					WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL
			) t WHERE t.award <> '' ORDER BY t.newest DESC LIMIT 1), '') AS award,
			(SELECT count(DISTINCT a.article_id) FROM article_products a JOIN articles r USING (article_id)
				WHERE a.asin = k.asin AND r.status <> 'draft')
			+ (SELECT count(*) FROM content_products cp JOIN content_posts cc USING (content_post_id)
				WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL) AS articles
		FROM products k WHERE k.asin = ANY(changed)
	) c WHERE p.asin = c.asin AND (p.article_count, p.award) IS DISTINCT FROM (c.articles, c.award);
END $$;--> statement-breakpoint
CREATE FUNCTION article_draft_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(ARRAY(SELECT DISTINCT asin FROM article_products WHERE article_id = NEW.article_id));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_draft_changed AFTER UPDATE OF status ON articles FOR EACH ROW
	WHEN ((OLD.status = 'draft') <> (NEW.status = 'draft')) EXECUTE FUNCTION article_draft_changed();--> statement-breakpoint
CREATE OR REPLACE TRIGGER content_post_article_changed AFTER UPDATE OF article_id, gone_at ON content_posts FOR EACH ROW
	WHEN ((OLD.article_id IS NULL) <> (NEW.article_id IS NULL) OR (OLD.gone_at IS NULL) <> (NEW.gone_at IS NULL))
	EXECUTE FUNCTION content_post_article_changed();--> statement-breakpoint
SELECT keep_article_counts(ARRAY(
	SELECT asin FROM article_products JOIN articles USING (article_id) WHERE status = 'draft'
	UNION SELECT asin FROM content_products JOIN content_posts USING (content_post_id) WHERE gone_at IS NOT NULL
	UNION SELECT asin FROM products WHERE award <> '' AND article_count = 0));
