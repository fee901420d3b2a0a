-- Two articles of one keyword that change at the same time: whoever comes second waits for the keyword, and only a
-- statement that begins after that sees what the first one did. So the lock is a statement of its own.
CREATE OR REPLACE FUNCTION refresh_article_statuses(changed integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(changed) ORDER BY keyword_id FOR NO KEY UPDATE;
	UPDATE keywords k SET article_statuses = now_so.statuses
	FROM (
		SELECT c.keyword_id, coalesce(bit_or(article_status_bit(a.status)), 0::smallint) AS statuses
		FROM unnest(changed) c(keyword_id)
		LEFT JOIN article_keywords l ON l.keyword_id = c.keyword_id
		LEFT JOIN articles a ON a.article_id = l.article_id
		GROUP BY c.keyword_id
	) now_so
	WHERE k.keyword_id = now_so.keyword_id AND k.article_statuses <> now_so.statuses;
END $$;--> statement-breakpoint
-- Those that have met already.
SELECT refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM article_keywords));
