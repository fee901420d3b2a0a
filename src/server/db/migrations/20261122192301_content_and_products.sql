CREATE TABLE "content_earnings" (
	"content_post_id" integer NOT NULL,
	"week_start" date NOT NULL,
	"cents" bigint NOT NULL,
	"days" bigint[],
	CONSTRAINT "content_earnings_content_post_id_week_start_pk" PRIMARY KEY("content_post_id","week_start")
);
--> statement-breakpoint
CREATE TABLE "content_posts" (
	"content_post_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_posts_content_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"post_id" text NOT NULL,
	"title" text NOT NULL,
	"published_at" timestamp with time zone,
	"modified_at" timestamp with time zone,
	"permalink" text,
	"article_id" integer,
	"focus_keyword" text,
	"picture_url" text,
	"tracking_id" text,
	"source" text NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"earnings_30d" bigint,
	"earnings_4w" bigint DEFAULT 0 NOT NULL,
	"earnings_4w_before" bigint DEFAULT 0 NOT NULL,
	"flags" smallint DEFAULT 0 NOT NULL,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "content_products" (
	"content_post_id" integer NOT NULL,
	"asin" text NOT NULL,
	"position" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"award" text DEFAULT '' NOT NULL,
	"image_url" text,
	CONSTRAINT "content_products_content_post_id_asin_pk" PRIMARY KEY("content_post_id","asin")
);
--> statement-breakpoint
CREATE TABLE "product_earnings" (
	"content_post_id" integer NOT NULL,
	"asin" text NOT NULL,
	"week_start" date NOT NULL,
	"cents" bigint NOT NULL,
	"days" bigint[],
	CONSTRAINT "product_earnings_content_post_id_asin_week_start_pk" PRIMARY KEY("content_post_id","asin","week_start")
);
--> statement-breakpoint
CREATE TABLE "site_earnings" (
	"site_id" integer NOT NULL,
	"week_start" date NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "site_earnings_site_id_week_start_pk" PRIMARY KEY("site_id","week_start")
);
--> statement-breakpoint
CREATE TABLE "product_stocks" (
	"product_stock_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_stocks_product_stock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"stock" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"product_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"asin" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"image_url" text,
	"stock" text DEFAULT 'NOT_SCANNED' NOT NULL,
	"stock_since" timestamp with time zone,
	"scanned_at" timestamp with time zone,
	"award" text DEFAULT '' NOT NULL,
	"article_count" integer DEFAULT 0 NOT NULL,
	"earnings_30d" bigint,
	CONSTRAINT "products_stock_known" CHECK ("products"."stock" in ('NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK'))
);
--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_products" ADD CONSTRAINT "content_products_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_earnings" ADD CONSTRAINT "site_earnings_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stocks" ADD CONSTRAINT "product_stocks_product_id_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_posts_site_post_key" ON "content_posts" USING btree ("site_id","post_id");--> statement-breakpoint
CREATE INDEX "content_posts_earnings" ON "content_posts" USING btree ("earnings_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_site_earnings" ON "content_posts" USING btree ("site_id","earnings_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_published" ON "content_posts" USING btree ("published_at" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_title_read" ON "content_posts" USING btree (lower("title" collate "und-x-icu"),"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_title" ON "content_posts" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_posts_asins" ON "content_posts" USING gin ("asins");--> statement-breakpoint
CREATE INDEX "content_posts_article" ON "content_posts" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "content_products_asin" ON "content_products" USING btree ("asin");--> statement-breakpoint
CREATE INDEX "product_earnings_asin" ON "product_earnings" USING btree ("asin","week_start");--> statement-breakpoint
CREATE INDEX "product_stocks_product" ON "product_stocks" USING btree ("product_id","created_at","product_stock_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_asin_key" ON "products" USING btree ("asin");--> statement-breakpoint
CREATE INDEX "products_stock" ON "products" USING btree ("stock","product_id");--> statement-breakpoint
CREATE INDEX "products_name_read" ON "products" USING btree (lower("name" collate "und-x-icu"),"product_id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_asin_part" ON "products" USING gin ("asin" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_articles" ON "products" USING btree ("article_count","product_id");--> statement-breakpoint
CREATE INDEX "products_earnings" ON "products" USING btree ("earnings_30d" DESC NULLS LAST,"product_id");--> statement-breakpoint
-- Whoever writes what is recommended locks the products first, in one order, and counts afterwards: two that come at the
-- same time take turns, and the second one sees what the first has written.
CREATE FUNCTION keep_article_counts(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM products WHERE asin = ANY(changed) ORDER BY asin FOR UPDATE;
	UPDATE products p SET article_count = c.articles FROM (
		SELECT u.asin,
			(SELECT count(DISTINCT a.article_id) FROM article_products a WHERE a.asin = u.asin)
			+ (SELECT count(*) FROM content_products cp JOIN content_posts cc USING (content_post_id)
				WHERE cp.asin = u.asin AND cc.article_id IS NULL) AS articles
		FROM (SELECT DISTINCT unnest(changed) AS asin) u
	) c WHERE p.asin = c.asin AND p.article_count <> c.articles;
END $$;--> statement-breakpoint
-- What is recommended for the first time becomes a product; a name or an award that was given later is the one shown.
CREATE FUNCTION article_products_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO products AS p (asin, name, award)
	SELECT DISTINCT ON (asin) asin, name, award FROM added
	WHERE asin ~ '^[A-Z0-9]{10}$' ORDER BY asin, product_id DESC
	ON CONFLICT (asin) DO UPDATE SET
		name = coalesce(nullif(excluded.name, ''), p.name), award = coalesce(nullif(excluded.award, ''), p.award)
	WHERE (p.name, p.award) IS DISTINCT FROM
		(coalesce(nullif(excluded.name, ''), p.name), coalesce(nullif(excluded.award, ''), p.award));
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM added));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION article_products_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM removed));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_products_added AFTER INSERT ON article_products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION article_products_added();--> statement-breakpoint
CREATE TRIGGER article_products_removed AFTER DELETE ON article_products REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION article_products_removed();--> statement-breakpoint
-- The first bit of a post's flags says that one of its products is sold out (`flagBit`).
CREATE FUNCTION keep_post_products(posts integer[]) RETURNS void LANGUAGE sql AS $$
	UPDATE content_posts c SET asins = k.asins, flags = k.flags FROM (
		SELECT x.content_post_id,
			coalesce(array_agg(cp.asin ORDER BY cp.position, cp.asin) FILTER (WHERE cp.asin IS NOT NULL), '{}') AS asins,
			(x.flags & ~1 | CASE WHEN bool_or(p.stock = 'OUT_OF_STOCK') THEN 1 ELSE 0 END)::smallint AS flags
		FROM content_posts x
		LEFT JOIN content_products cp USING (content_post_id)
		LEFT JOIN products p ON p.asin = cp.asin
		WHERE x.content_post_id = ANY(posts) GROUP BY x.content_post_id
	) k WHERE c.content_post_id = k.content_post_id AND (c.asins, c.flags) IS DISTINCT FROM (k.asins, k.flags)
$$;--> statement-breakpoint
CREATE FUNCTION content_products_written() RETURNS trigger LANGUAGE plpgsql AS $$
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
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION content_products_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM removed));
	PERFORM keep_post_products(ARRAY(SELECT DISTINCT content_post_id FROM removed));
	RETURN NULL;
END $$;--> statement-breakpoint
-- A product is exchanged by removing and adding: its place, its name and its award are all that is updated.
CREATE TRIGGER content_products_added AFTER INSERT ON content_products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION content_products_written();--> statement-breakpoint
CREATE TRIGGER content_products_changed AFTER UPDATE ON content_products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION content_products_written();--> statement-breakpoint
CREATE TRIGGER content_products_removed AFTER DELETE ON content_products REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION content_products_removed();--> statement-breakpoint
CREATE FUNCTION content_post_article_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(NEW.asins);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER content_post_article_changed AFTER UPDATE OF article_id ON content_posts FOR EACH ROW
	WHEN ((OLD.article_id IS NULL) <> (NEW.article_id IS NULL)) EXECUTE FUNCTION content_post_article_changed();--> statement-breakpoint
CREATE FUNCTION product_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_post_products(ARRAY(
		SELECT DISTINCT cp.content_post_id FROM before_it b JOIN after_it a USING (product_id)
		JOIN content_products cp ON cp.asin = a.asin
		WHERE (a.stock = 'OUT_OF_STOCK') <> (b.stock = 'OUT_OF_STOCK')
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_stock_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
	FOR EACH STATEMENT EXECUTE FUNCTION product_stock_changed();--> statement-breakpoint
-- What articles recommend already.
INSERT INTO products (asin, name, award)
SELECT DISTINCT ON (asin) asin, name, award FROM article_products
WHERE asin ~ '^[A-Z0-9]{10}$' ORDER BY asin, product_id DESC;--> statement-breakpoint
SELECT keep_article_counts(ARRAY(SELECT asin FROM products));
--> statement-breakpoint
-- What was told of a week by days: a day that is told again counts as it was told last, and the others stay.
CREATE FUNCTION merged_days(known bigint[], told bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(coalesce(told[day], known[day]) ORDER BY day) FROM generate_series(1, 7) day
$$;--> statement-breakpoint
CREATE FUNCTION sum_of_days(days bigint[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(sum(cents), 0)::bigint FROM unnest(days) cents
$$;
