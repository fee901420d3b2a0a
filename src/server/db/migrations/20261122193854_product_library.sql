CREATE TABLE "product_counts" (
	"stock" text NOT NULL,
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_prices" (
	"product_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "product_prices_product_id_created_at_pk" PRIMARY KEY("product_id","created_at")
);
--> statement-breakpoint
CREATE TABLE "stock_scan_items" (
	"stock_scan_id" integer NOT NULL,
	"place" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "stock_scan_items_stock_scan_id_place_pk" PRIMARY KEY("stock_scan_id","place")
);
--> statement-breakpoint
CREATE TABLE "stock_scans" (
	"stock_scan_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_scans_stock_scan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"user_id" integer,
	"filter" jsonb,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"scanned" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"went_out" integer DEFAULT 0 NOT NULL,
	"came_back" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seen_stock" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_scan_items" ADD CONSTRAINT "stock_scan_items_stock_scan_id_stock_scans_stock_scan_id_fk" FOREIGN KEY ("stock_scan_id") REFERENCES "public"."stock_scans"("stock_scan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_scans" ADD CONSTRAINT "stock_scans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_scans_running" ON "stock_scans" USING btree ("stock_scan_id") WHERE "stock_scans"."state" = 'running';--> statement-breakpoint
CREATE INDEX "stock_scans_day" ON "stock_scans" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "products_unsettled" ON "products" USING btree ("seen_at") WHERE "products"."seen_stock" is not null;--> statement-breakpoint
CREATE INDEX "stories_asins" ON "stories" USING gin (jsonb_path_query_array("items", '$[*].asin'));--> statement-breakpoint
-- A scan writes down when it was: room beside the row spares all of its indexes.
ALTER TABLE "products" SET (fillfactor = 85);--> statement-breakpoint
-- How many products are in each state: rows that are added up, so that a write waits for no other one. One in a hundred
-- melts those together that nobody else is melting.
CREATE FUNCTION melt_product_counts() RETURNS void LANGUAGE sql AS $$
	WITH melted AS (
		DELETE FROM product_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM product_counts FOR UPDATE SKIP LOCKED))
		RETURNING stock, products
	)
	INSERT INTO product_counts SELECT stock, sum(products) FROM melted GROUP BY 1 HAVING sum(products) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION products_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO product_counts SELECT stock, count(*) FROM added GROUP BY 1;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO product_counts SELECT stock, -count(*) FROM removed GROUP BY 1;
	ELSE
		INSERT INTO product_counts
		SELECT stock, sum(sign) FROM (
			SELECT stock, 1 AS sign FROM added UNION ALL SELECT stock, -1 FROM removed
		) c GROUP BY 1 HAVING sum(sign) <> 0;
	END IF;
	IF FOUND AND random() < 0.01 THEN PERFORM melt_product_counts(); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_counted_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION products_counted();--> statement-breakpoint
CREATE TRIGGER products_counted_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION products_counted();--> statement-breakpoint
CREATE TRIGGER products_counted_removed AFTER DELETE ON products REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION products_counted();--> statement-breakpoint
-- What there is already. The triggers above keep everybody else from writing until this is done.
INSERT INTO product_counts SELECT stock, count(*) FROM products GROUP BY 1;
