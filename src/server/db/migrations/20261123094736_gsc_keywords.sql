CREATE TABLE "gsc_ignored_posts" (
	"site_id" integer NOT NULL,
	"post_id" text NOT NULL,
	"title" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gsc_ignored_posts_site_id_post_id_pk" PRIMARY KEY("site_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "gsc_keyword_actions" (
	"action_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gsc_keyword_actions_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"post_id" text NOT NULL,
	"title" text NOT NULL,
	"action" text NOT NULL,
	"keyword_before" text,
	"keyword_after" text,
	"state" text NOT NULL,
	"error" text,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invented_searches" (
	"page_id" integer NOT NULL,
	"query_id" integer NOT NULL,
	"daily" real NOT NULL,
	"growth" real NOT NULL,
	"peak" smallint NOT NULL,
	"position" real NOT NULL,
	"position_before" real NOT NULL,
	"ctr" real NOT NULL,
	CONSTRAINT "invented_searches_page_id_query_id_pk" PRIMARY KEY("page_id","query_id")
);
--> statement-breakpoint
CREATE TABLE "search_best" (
	"content_post_id" integer NOT NULL,
	"period" smallint NOT NULL,
	"site_id" integer NOT NULL,
	"query" text NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	CONSTRAINT "search_best_period_content_post_id_pk" PRIMARY KEY("period","content_post_id")
);
--> statement-breakpoint
CREATE TABLE "search_days" (
	"site_id" integer NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_days_site_id_day_pk" PRIMARY KEY("site_id","day")
);
--> statement-breakpoint
CREATE TABLE "search_pages" (
	"page_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_pages_page_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"address" text NOT NULL,
	"content_post_id" integer
);
--> statement-breakpoint
CREATE TABLE "search_queries" (
	"query_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_queries_query_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"query" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_rows" (
	"page_id" integer NOT NULL,
	"query_id" integer NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	CONSTRAINT "search_rows_page_id_query_id_day_pk" PRIMARY KEY("page_id","query_id","day")
);
--> statement-breakpoint
CREATE TABLE "search_totals" (
	"content_post_id" integer NOT NULL,
	"period" smallint NOT NULL,
	"query_id" integer NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	CONSTRAINT "search_totals_content_post_id_period_query_id_pk" PRIMARY KEY("content_post_id","period","query_id")
);
--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "keyword_identity" text GENERATED ALWAYS AS (lower(normalize(btrim(regexp_replace(coalesce(focus_keyword, ''), '\s+', ' ', 'g')), NFC))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "keyword_chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gsc_ignored_posts" ADD CONSTRAINT "gsc_ignored_posts_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_ignored_posts" ADD CONSTRAINT "gsc_ignored_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_keyword_actions" ADD CONSTRAINT "gsc_keyword_actions_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_keyword_actions" ADD CONSTRAINT "gsc_keyword_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD CONSTRAINT "invented_searches_page_id_search_pages_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."search_pages"("page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD CONSTRAINT "invented_searches_query_id_search_queries_query_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."search_queries"("query_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_days" ADD CONSTRAINT "search_days_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_pages" ADD CONSTRAINT "search_pages_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_pages" ADD CONSTRAINT "search_pages_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gsc_ignored_posts_created" ON "gsc_ignored_posts" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "gsc_keyword_actions_created" ON "gsc_keyword_actions" USING btree ("created_at" DESC NULLS LAST,"action_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "gsc_keyword_actions_pending" ON "gsc_keyword_actions" USING btree ("site_id","post_id") WHERE "gsc_keyword_actions"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "search_best_clicks" ON "search_best" USING btree ("period","clicks" DESC NULLS LAST,"content_post_id") WHERE "search_best"."clicks" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "search_pages_address_key" ON "search_pages" USING btree ("site_id","address");--> statement-breakpoint
CREATE INDEX "search_pages_post" ON "search_pages" USING btree ("content_post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "search_queries_key" ON "search_queries" USING btree ("query");--> statement-breakpoint
CREATE INDEX "search_rows_day" ON "search_rows" USING brin ("day");