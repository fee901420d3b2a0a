CREATE TABLE "stock_risks" (
	"asin" text NOT NULL,
	"content_post_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"site_id" integer NOT NULL,
	"stock" text NOT NULL,
	"stock_since" timestamp with time zone,
	"cents" double precision,
	"is_estimated" boolean NOT NULL,
	CONSTRAINT "stock_risks_asin_content_post_id_pk" PRIMARY KEY("asin","content_post_id")
);
--> statement-breakpoint
ALTER TABLE "stock_risks" ADD CONSTRAINT "stock_risks_recommendation_fk" FOREIGN KEY ("content_post_id","asin") REFERENCES "public"."content_products"("content_post_id","asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What is lost a week by products that cannot be bought: `RISK_FORMULA` says it in words, RISK_WEEKS is the 4. Whoever
-- writes a risk holds its product, so that two of them never cross.
CREATE FUNCTION keep_risks(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
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
			coalesce(t.cents / 4.0, w.cents / 4.0 * s.share)::float8 AS cents,
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
END $$;--> statement-breakpoint
-- Of these, what cannot be bought.
CREATE FUNCTION gone_of(asins text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT ARRAY(SELECT asin FROM products WHERE asin = ANY(asins) AND stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION content_products_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO products AS p (asin, name, award, image_url)
	SELECT DISTINCT ON (asin) asin, name, award, image_url FROM added ORDER BY asin, content_post_id DESC
	ON CONFLICT (asin) DO UPDATE SET
		name = coalesce(nullif(excluded.name, ''), p.name), award = coalesce(nullif(excluded.award, ''), p.award),
		image_url = coalesce(excluded.image_url, p.image_url)
	WHERE (p.name, p.award, p.image_url) IS DISTINCT FROM (coalesce(nullif(excluded.name, ''), p.name),
		coalesce(nullif(excluded.award, ''), p.award), coalesce(excluded.image_url, p.image_url));
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM added));
	PERFORM keep_post_products(ARRAY(SELECT DISTINCT content_post_id FROM added));
	PERFORM keep_risks(gone_of(ARRAY(SELECT asin FROM added)));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_post_products(ARRAY(
		SELECT DISTINCT cp.content_post_id FROM before_it b JOIN after_it a USING (product_id)
		JOIN content_products cp ON cp.asin = a.asin
		WHERE (a.stock = 'OUT_OF_STOCK') <> (b.stock = 'OUT_OF_STOCK')
	));
	PERFORM keep_risks(ARRAY(
		SELECT a.asin FROM before_it b JOIN after_it a USING (product_id)
		WHERE (a.stock, a.stock_since) IS DISTINCT FROM (b.stock, b.stock_since)
			AND (a.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN') OR b.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION product_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_risks(ARRAY(SELECT asin FROM added WHERE stock IN ('OUT_OF_STOCK', 'INVALID_ASIN')));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION product_added();--> statement-breakpoint
SELECT keep_risks(ARRAY(SELECT asin FROM products WHERE stock IN ('OUT_OF_STOCK', 'INVALID_ASIN')));
