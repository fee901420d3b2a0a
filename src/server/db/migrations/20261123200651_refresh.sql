ALTER TABLE "content_posts" ADD COLUMN "clicks_before" integer;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "products_out" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "age_points" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "share_now" smallint;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "share_before" smallint;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "refresh" smallint GENERATED ALWAYS AS ((case when earnings_4w_before - earnings_4w >= 2000 and earnings_4w_before > 0 then least(30, 90 * (earnings_4w_before - earnings_4w)::bigint / (earnings_4w_before)) else 0 end + case when products_out >= 1 and cardinality(asins) > 0 then least(25, 75 * (products_out)::bigint / (cardinality(asins))) else 0 end + age_points + case when focus_keyword is null then 10 else case when share_before - share_now >= 1 and 100 > 0 then least(15, 45 * (share_before - share_now)::bigint / (100)) else 0 end end + case when clicks_before - clicks_30d >= 10 and clicks_before > 0 then least(15, 45 * (clicks_before - clicks_30d)::bigint / (clicks_before)) else 0 end)::smallint) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "update_article_id" integer;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_update_article_id_articles_article_id_fk" FOREIGN KEY ("update_article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_posts_refresh" ON "content_posts" USING btree ("refresh" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_change" ON "content_posts" USING btree ((case when earnings_4w_before > 0 then (earnings_4w - earnings_4w_before)::float8 / earnings_4w_before end) desc nulls last,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_update" ON "content_posts" USING btree ("update_article_id") WHERE "content_posts"."update_article_id" is not null;--> statement-breakpoint
-- The first bit of a post's flags says that one of its products is sold out (`flagBit`); `products_out`, how many are.
CREATE OR REPLACE FUNCTION keep_post_products(posts integer[]) RETURNS void LANGUAGE sql AS $$
	UPDATE content_posts c SET asins = k.asins, flags = k.flags, products_out = k.out FROM (
		SELECT x.content_post_id,
			coalesce(array_agg(cp.asin ORDER BY cp.position, cp.asin) FILTER (WHERE cp.asin IS NOT NULL), '{}') AS asins,
			(x.flags & ~1 | CASE WHEN bool_or(p.stock = 'OUT_OF_STOCK') THEN 1 ELSE 0 END)::smallint AS flags,
			(count(*) FILTER (WHERE p.stock = 'OUT_OF_STOCK'))::smallint AS out
		FROM content_posts x
		LEFT JOIN content_products cp USING (content_post_id)
		LEFT JOIN products p ON p.asin = cp.asin
		WHERE x.content_post_id = ANY(posts) GROUP BY x.content_post_id
	) k WHERE c.content_post_id = k.content_post_id
		AND (c.asins, c.flags, c.products_out) IS DISTINCT FROM (k.asins, k.flags, k.out)
$$;--> statement-breakpoint
SELECT keep_post_products(ARRAY(SELECT content_post_id FROM content_posts WHERE flags & 1 = 1));
