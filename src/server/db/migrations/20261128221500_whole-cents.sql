-- Whole cents at each recommendation, so that the rows of the report add up to every total.
ALTER TABLE "stock_risks" ALTER COLUMN "cents" SET DATA TYPE bigint USING round("cents"::numeric)::bigint;--> statement-breakpoint
-- The 4 is RISK_WEEKS.
CREATE OR REPLACE FUNCTION keep_risks(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM products WHERE asin = ANY(changed) ORDER BY asin FOR NO KEY UPDATE;
	WITH gone AS MATERIALIZED (
		SELECT asin, product_id, stock, stock_since, date_trunc('week', stock_since AT TIME ZONE 'UTC')::date AS monday
		FROM products WHERE asin = ANY(changed) AND stock IN ('OUT_OF_STOCK', 'INVALID_ASIN')
	), told AS MATERIALIZED (
		SELECT e.asin, e.content_post_id, sum(e.cents) AS cents,
			sum(e.cents) FILTER (WHERE w.cents IS NOT NULL) AS shared, sum(w.cents) AS of_posts
		FROM gone g
		JOIN product_earnings e ON e.asin = g.asin AND e.week_start >= g.monday - 28 AND e.week_start < g.monday
		LEFT JOIN content_earnings w USING (content_post_id, week_start)
		GROUP BY e.asin, e.content_post_id
	), shares AS MATERIALIZED (
		SELECT asin, CASE WHEN sum(of_posts) > 0 THEN greatest(0, least(1, sum(shared)::float8 / sum(of_posts))) END AS share
		FROM told GROUP BY asin
	), wanted AS MATERIALIZED (
		SELECT g.asin, cp.content_post_id, g.product_id, p.site_id, g.stock, g.stock_since,
			round(coalesce(t.cents / 4.0, (w.cents / 4.0 * s.share)::numeric))::bigint AS cents,
			t.cents IS NULL AND w.cents * s.share IS NOT NULL AS is_estimated
		FROM gone g
		JOIN content_products cp USING (asin)
		JOIN content_posts p ON p.content_post_id = cp.content_post_id
		LEFT JOIN told t ON t.asin = g.asin AND t.content_post_id = cp.content_post_id
		LEFT JOIN shares s ON s.asin = g.asin AND t.cents IS NULL
		LEFT JOIN LATERAL (
			SELECT sum(e.cents) AS cents FROM content_earnings e
			WHERE e.content_post_id = cp.content_post_id AND e.week_start >= g.monday - 28 AND e.week_start < g.monday
		) w ON s.share IS NOT NULL
	), removed AS (
		DELETE FROM stock_risks r WHERE asin = ANY(changed)
			AND NOT EXISTS (SELECT FROM wanted w WHERE w.asin = r.asin AND w.content_post_id = r.content_post_id)
	)
	INSERT INTO stock_risks AS r (asin, content_post_id, product_id, site_id, stock, stock_since, cents, is_estimated)
	SELECT asin, content_post_id, product_id, site_id, stock, stock_since, cents, is_estimated FROM wanted w
	WHERE NOT EXISTS (
		SELECT FROM stock_risks k WHERE (k.asin, k.content_post_id, k.product_id, k.site_id, k.stock, k.is_estimated) =
			(w.asin, w.content_post_id, w.product_id, w.site_id, w.stock, w.is_estimated)
			AND (k.stock_since, k.cents) IS NOT DISTINCT FROM (w.stock_since, w.cents))
	ORDER BY asin, content_post_id
	ON CONFLICT (asin, content_post_id) DO UPDATE SET product_id = excluded.product_id, site_id = excluded.site_id,
		stock = excluded.stock, stock_since = excluded.stock_since, cents = excluded.cents, is_estimated = excluded.is_estimated;
END $$;
