-- An approved update is the text of the article that it revises by now, and no second article. While it waits for QA, and
-- where it was turned down, it stands for itself.
CREATE FUNCTION counts_as_article(revises_id integer, status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT revises_id IS NULL OR status NOT IN ('approved', 'published')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_article_statuses(changed integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(changed) ORDER BY keyword_id FOR NO KEY UPDATE;
	UPDATE keywords k SET article_statuses = now_so.statuses
	FROM (
		SELECT c.keyword_id, coalesce(bit_or(article_status_bit(a.status)), 0::smallint) AS statuses
		FROM unnest(changed) c(keyword_id)
		LEFT JOIN article_keywords l ON l.keyword_id = c.keyword_id
		LEFT JOIN articles a ON a.article_id = l.article_id AND counts_as_article(a.revises_id, a.status)
		GROUP BY c.keyword_id
	) now_so
	WHERE k.keyword_id = now_so.keyword_id AND k.article_statuses <> now_so.statuses;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_article_counts(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM products WHERE asin = ANY(changed) ORDER BY asin FOR UPDATE;
	UPDATE products p SET article_count = c.articles, award = c.award FROM (
		SELECT k.asin,
			coalesce((SELECT t.award FROM (
				SELECT a.award, a.product_id::bigint AS newest FROM article_products a JOIN articles r USING (article_id)
					WHERE a.asin = k.asin AND r.status <> 'draft' AND counts_as_article(r.revises_id, r.status)
				UNION ALL SELECT cp.award, cp.content_post_id - 10000000000 FROM content_products cp
					JOIN content_posts cc USING (content_post_id)
					WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL
			) t WHERE t.award <> '' ORDER BY t.newest DESC LIMIT 1), '') AS award,
			(SELECT count(DISTINCT a.article_id) FROM article_products a JOIN articles r USING (article_id)
				WHERE a.asin = k.asin AND r.status <> 'draft' AND counts_as_article(r.revises_id, r.status))
			+ (SELECT count(*) FROM content_products cp JOIN content_posts cc USING (content_post_id)
				WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL) AS articles
		FROM products k WHERE k.asin = ANY(changed)
	) c WHERE p.asin = c.asin AND (p.article_count, p.award) IS DISTINCT FROM (c.articles, c.award);
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER article_draft_changed AFTER UPDATE OF status ON articles FOR EACH ROW
	WHEN ((OLD.status = 'draft') <> (NEW.status = 'draft')
		OR counts_as_article(OLD.revises_id, OLD.status) <> counts_as_article(NEW.revises_id, NEW.status))
	EXECUTE FUNCTION article_draft_changed();--> statement-breakpoint
SELECT refresh_article_statuses(ARRAY(
	SELECT DISTINCT keyword_id FROM article_keywords JOIN articles USING (article_id)
	WHERE NOT counts_as_article(revises_id, status)));--> statement-breakpoint
SELECT keep_article_counts(ARRAY(
	SELECT DISTINCT asin FROM article_products JOIN articles USING (article_id)
	WHERE NOT counts_as_article(revises_id, status)));
