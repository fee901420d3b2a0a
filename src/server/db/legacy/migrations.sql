-- The 61 migrations that the baseline replaced, in the order of their names. The server applies those that an older
-- installation lacks before it takes the installation over (carry-over.ts). Each begins with a line of its own that
-- gives its file name and SHA-256 hash. Never edit them: installations are recognised by these hashes.
--> migration 20261121044008_first.sql ab0e9854a0afd467c272e1858b84ad0b0d125340c4d9d0ca018371fbc9408c28
create extension if not exists pg_trgm;--> statement-breakpoint
CREATE TABLE "article_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"user_id" integer,
	"action" text NOT NULL,
	"comment" text,
	"is_self" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_faqs" (
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	CONSTRAINT "article_faqs_article_id_position_pk" PRIMARY KEY("article_id","position")
);
--> statement-breakpoint
CREATE TABLE "article_keywords" (
	"article_id" integer NOT NULL,
	"keyword_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "article_keywords_article_id_keyword_id_pk" PRIMARY KEY("article_id","keyword_id")
);
--> statement-breakpoint
CREATE TABLE "article_products" (
	"product_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_products_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"asin" text NOT NULL,
	"name" text NOT NULL,
	"award" text NOT NULL,
	"summary" text
);
--> statement-breakpoint
CREATE TABLE "article_returns" (
	"article_return_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_returns_article_return_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"complement" text
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"article_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_article_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"status" text NOT NULL,
	"image_url" text,
	"intro" text,
	"notes" text,
	"site_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"qa_user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asana_url" text,
	"gid" text,
	"asana_section" text,
	"wordpress_id" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "articles_status_known" CHECK ("articles"."status" in ('draft', 'requested', 'approved', 'rejected', 'returned', 'canceled', 'published'))
);
--> statement-breakpoint
CREATE TABLE "keyword_sites" (
	"keyword_id" integer NOT NULL,
	"site_id" integer NOT NULL,
	CONSTRAINT "keyword_sites_keyword_id_site_id_pk" PRIMARY KEY("keyword_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "keyword_tags" (
	"keyword_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	CONSTRAINT "keyword_tags_keyword_id_tag_id_pk" PRIMARY KEY("keyword_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "keywords" (
	"keyword_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keywords_keyword_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"keyword" text NOT NULL,
	"identity" text NOT NULL,
	"is_tracked" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"tag_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_tag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tag" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"site_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sites_site_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"display_name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"url" text NOT NULL,
	"logo_url" text NOT NULL,
	"sandbox" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"username" text NOT NULL,
	"role_id" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"password_hash" text,
	"sign_in_count" integer DEFAULT 0 NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_username_lower" CHECK ("users"."username" = lower("users"."username")),
	CONSTRAINT "users_role_known" CHECK ("users"."role_id" in ('adm', 'opm', 'qa', 'eng', 'wrt'))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"role_id" text NOT NULL,
	"path" text NOT NULL,
	"rest" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_events" ADD CONSTRAINT "article_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_faqs" ADD CONSTRAINT "article_faqs_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_keywords" ADD CONSTRAINT "article_keywords_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_keywords" ADD CONSTRAINT "article_keywords_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_products" ADD CONSTRAINT "article_products_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_returns" ADD CONSTRAINT "article_returns_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_returns" ADD CONSTRAINT "article_returns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_qa_user_id_users_id_fk" FOREIGN KEY ("qa_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_sites" ADD CONSTRAINT "keyword_sites_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_sites" ADD CONSTRAINT "keyword_sites_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_tags" ADD CONSTRAINT "keyword_tags_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_tags" ADD CONSTRAINT "keyword_tags_tag_id_tags_tag_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("tag_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_events_article" ON "article_events" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "article_keywords_keyword" ON "article_keywords" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "article_products_article" ON "article_products" USING btree ("article_id","position");--> statement-breakpoint
CREATE INDEX "article_products_asin" ON "article_products" USING btree ("asin");--> statement-breakpoint
CREATE INDEX "article_returns_article" ON "article_returns" USING btree ("article_id","article_return_id");--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("created_at","article_id");--> statement-breakpoint
CREATE INDEX "articles_user" ON "articles" USING btree ("user_id","article_id");--> statement-breakpoint
CREATE INDEX "articles_site" ON "articles" USING btree ("site_id","article_id");--> statement-breakpoint
CREATE INDEX "articles_status" ON "articles" USING btree ("status","article_id");--> statement-breakpoint
CREATE INDEX "articles_title" ON "articles" USING btree (lower("title"),"article_id");--> statement-breakpoint
CREATE INDEX "keyword_sites_site" ON "keyword_sites" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "keyword_tags_tag" ON "keyword_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "keywords_identity_key" ON "keywords" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "keywords_identity_trigram" ON "keywords" USING gin ("identity" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "keywords_identity_prefix" ON "keywords" USING btree ("identity" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "tags_tag_key" ON "tags" USING btree ("tag");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_code_key" ON "sites" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "password_links_user" ON "password_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username");--> statement-breakpoint
CREATE INDEX "visits_newest" ON "visits" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visits_user" ON "visits" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visits_role" ON "visits" USING btree ("role_id","created_at","id");
--> migration 20261121063836_article_workflow.sql 75bed3992b8a48204afa12c66dcf61daa34a9b47323040a7db6f6966280c0862
CREATE TABLE "article_claims" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_mirrors" (
	"article_id" integer NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"version" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_mirrors_article_id_target_pk" PRIMARY KEY("article_id","target")
);
--> statement-breakpoint
CREATE TABLE "article_overrides" (
	"article_id" integer NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_overrides_article_id_rule_subject_pk" PRIMARY KEY("article_id","rule","subject")
);
--> statement-breakpoint
CREATE TABLE "article_versions" (
	"article_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_versions_article_id_version_pk" PRIMARY KEY("article_id","version")
);
--> statement-breakpoint
CREATE TABLE "board_comments" (
	"comment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "board_comments_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_gid" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_sections" (
	"gid" text PRIMARY KEY NOT NULL,
	"board_gid" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_subscriptions" (
	"gid" text PRIMARY KEY NOT NULL,
	"board_gid" text NOT NULL,
	"target" text NOT NULL,
	"secret" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_tasks" (
	"gid" text PRIMARY KEY NOT NULL,
	"board_gid" text NOT NULL,
	"section_gid" text NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"priority" text,
	"is_completed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"modified_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_goods" (
	"asin" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"brand" text NOT NULL,
	"categories" jsonb NOT NULL,
	"features" jsonb NOT NULL,
	"info" jsonb NOT NULL,
	"image_url" text,
	"list_price" integer NOT NULL,
	"out_of_stock_days" integer NOT NULL,
	"rating" integer NOT NULL,
	"review_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_readings" (
	"asin" text PRIMARY KEY NOT NULL,
	"item" jsonb,
	"is_invalid" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"notice_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"article_id" integer,
	"actor_id" integer,
	"words" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "site_posts" (
	"post_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_posts_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 40001 CACHE 1),
	"site_id" integer NOT NULL,
	"key" text,
	"status" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"hero_image_url" text,
	"focus_keyword" text,
	"author_name" text,
	"author_description" text,
	"created_at" timestamp with time zone NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"delivery_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" text NOT NULL,
	"digest" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_subscriptions" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"system" text NOT NULL,
	"resource" text NOT NULL,
	"remote_id" text,
	"state" text NOT NULL,
	"secret" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "article_returns" ADD COLUMN "article_version" integer;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "asana_gid" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "copyboard_gid" text;--> statement-breakpoint
ALTER TABLE "article_claims" ADD CONSTRAINT "article_claims_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_claims" ADD CONSTRAINT "article_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_mirrors" ADD CONSTRAINT "article_mirrors_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_overrides" ADD CONSTRAINT "article_overrides_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_overrides" ADD CONSTRAINT "article_overrides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_comments" ADD CONSTRAINT "board_comments_task_gid_board_tasks_gid_fk" FOREIGN KEY ("task_gid") REFERENCES "public"."board_tasks"("gid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_tasks" ADD CONSTRAINT "board_tasks_section_gid_board_sections_gid_fk" FOREIGN KEY ("section_gid") REFERENCES "public"."board_sections"("gid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_posts" ADD CONSTRAINT "site_posts_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscription_id_webhook_subscriptions_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."webhook_subscriptions"("subscription_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_mirrors_state" ON "article_mirrors" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "board_comments_task" ON "board_comments" USING btree ("task_gid","comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "board_sections_name" ON "board_sections" USING btree ("board_gid","name");--> statement-breakpoint
CREATE UNIQUE INDEX "board_tasks_key" ON "board_tasks" USING btree ("board_gid","key");--> statement-breakpoint
CREATE INDEX "board_tasks_section" ON "board_tasks" USING btree ("section_gid","modified_at");--> statement-breakpoint
CREATE INDEX "board_tasks_name" ON "board_tasks" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalog_goods_title" ON "catalog_goods" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","notice_id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "site_posts_key" ON "site_posts" USING btree ("site_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "site_posts_slug" ON "site_posts" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "site_posts_modified" ON "site_posts" USING btree ("site_id","modified_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_digest" ON "webhook_deliveries" USING btree ("subscription_id","digest");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_subscriptions_resource" ON "webhook_subscriptions" USING btree ("system","resource");--> statement-breakpoint
CREATE INDEX "articles_task" ON "articles" USING btree ("gid");--> statement-breakpoint
CREATE INDEX "articles_post" ON "articles" USING btree ("site_id","wordpress_id");--> statement-breakpoint
-- Articles that are there already begin their history of versions with what they say now.
INSERT INTO "article_versions" ("article_id", "version", "user_id", "content", "created_at")
SELECT a."article_id", a."version", a."user_id", jsonb_build_object(
	'title', a."title", 'siteId', a."site_id", 'imageUrl', a."image_url", 'intro', a."intro", 'notes', a."notes",
	'keywords', coalesce((SELECT jsonb_agg(jsonb_build_object('keyword_id', k."keyword_id", 'keyword', k."keyword") ORDER BY l."position") FROM "article_keywords" l JOIN "keywords" k ON k."keyword_id" = l."keyword_id" WHERE l."article_id" = a."article_id"), '[]'),
	'products', coalesce((SELECT jsonb_agg(jsonb_build_object('asin', p."asin", 'name', p."name", 'award', p."award", 'summary', coalesce(p."summary", '')) ORDER BY p."position") FROM "article_products" p WHERE p."article_id" = a."article_id"), '[]'),
	'faqs', coalesce((SELECT jsonb_agg(f."question" ORDER BY f."position") FROM "article_faqs" f WHERE f."article_id" = a."article_id"), '[]')
), a."updated_at" FROM "articles" a;

--> migration 20261121064409_session_ends.sql 1458fbc9f9da8207931a1b99febfd47e662a5aefb8fbe745d64252fa06d862e3
ALTER TABLE "sessions" ADD COLUMN "revoked_for" text;
--> migration 20261121065133_task_board.sql 0341ed42ed1d289a3c6c74a33eaa1f7ded3c5fada7b931fa4def208ae6cbefa3
ALTER TABLE "article_mirrors" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "article_mirrors" ADD COLUMN "article_return_id" integer;--> statement-breakpoint
ALTER TABLE "article_mirrors" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "board_comments" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "target" text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "board_comments_key" ON "board_comments" USING btree ("task_gid","key");
--> migration 20261121065644_daily_visits.sql 814bbb66ae41abdfc5c2a566cf4a66117485257d52e56961f9a4b6c568c4f5d6
ALTER TABLE "visits" ADD COLUMN "is_daily" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "visits_single" ON "visits" USING btree ("created_at") WHERE not "visits"."is_daily";
--> migration 20261121070720_reading_order.sql 653881292a954b2c6dea59160803dec8721330138a25fb4ef804e9e1528d0c32
DROP INDEX "articles_title";--> statement-breakpoint
CREATE INDEX "articles_title_read" ON "articles" USING btree (lower("title" collate "und-x-icu"),"article_id");
--> migration 20261121090000_idempotency.sql fa4e479f9d78568860a8bde070ba65be7becc7d914304ce6c60d8c223e3418bb
CREATE TABLE "answered_calls" (
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"call_key" text NOT NULL,
	"digest" text NOT NULL,
	"made" jsonb,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answered_calls_user_id_endpoint_call_key_pk" PRIMARY KEY("user_id","endpoint","call_key")
);
--> statement-breakpoint
ALTER TABLE "answered_calls" ADD CONSTRAINT "answered_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answered_calls_created" ON "answered_calls" USING btree ("created_at");
--> migration 20261121093138_keyword_work.sql 3117a56e326343e2e1beb2554d811b725fa2e6b4f6fcff368194d8e5ec6491a7
CREATE TABLE "article_checklist" (
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" integer,
	CONSTRAINT "article_checklist_article_id_position_pk" PRIMARY KEY("article_id","position")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"export_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "excluded_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keyword_change_parts" (
	"change_id" integer NOT NULL,
	"value_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_added" boolean NOT NULL,
	"keyword_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"tracked_since" timestamp with time zone[],
	CONSTRAINT "keyword_change_parts_change_id_kind_value_id_is_added_pk" PRIMARY KEY("change_id","kind","value_id","is_added")
);
--> statement-breakpoint
CREATE TABLE "keyword_changes" (
	"change_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keyword_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"action" text NOT NULL,
	"change" jsonb NOT NULL,
	"state" text NOT NULL,
	"selected" integer NOT NULL,
	"keyword_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keyword_comments" (
	"comment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keyword_comments_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"keyword_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"comment" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"view_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_team" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_items" (
	"day" date NOT NULL,
	"keyword_id" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_items_day_keyword_id_pk" PRIMARY KEY("day","keyword_id")
);
--> statement-breakpoint
CREATE TABLE "keyword_days" (
	"keyword_id" integer PRIMARY KEY NOT NULL,
	"last_day" date NOT NULL,
	"seen" bit(128) DEFAULT 0::bit(128) NOT NULL,
	"won" bit(128) DEFAULT 0::bit(128) NOT NULL,
	"as_of" date NOT NULL,
	"rate_7" real,
	"rate_30" real,
	"rate_90" real,
	"last_publisher_id" integer,
	"last_is_winning" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publisher_days" (
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"keywords" integer NOT NULL,
	CONSTRAINT "publisher_days_day_publisher_id_pk" PRIMARY KEY("day","publisher_id")
);
--> statement-breakpoint
CREATE TABLE "publishers" (
	"publisher_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publishers_publisher_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"is_ours" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stats" (
	"stat_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stats_stat_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"keyword_id" integer NOT NULL,
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"is_winning" boolean NOT NULL,
	"story_id" integer NOT NULL,
	-- Carries every column: a keyword's calendar is read from this index alone.
	CONSTRAINT "stats_keyword_id_day_publisher_id_pk" PRIMARY KEY("keyword_id","day","publisher_id") INCLUDE ("stat_id", "is_winning", "story_id")
);
--> statement-breakpoint
CREATE TABLE "stories" (
	"story_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stories_story_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"title" text NOT NULL,
	"published_date" text,
	"url" text,
	"items" jsonb NOT NULL,
	"last_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "tracked_since" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "tag_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "site_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "article_statuses" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Tags and sites move into the keyword's own row, which is then the only place that knows them.
UPDATE "keywords" k SET
	"tag_ids" = coalesce((SELECT array_agg("tag_id" ORDER BY "tag_id") FROM "keyword_tags" t WHERE t."keyword_id" = k."keyword_id"), '{}'),
	"site_ids" = coalesce((SELECT array_agg("site_id" ORDER BY "site_id") FROM "keyword_sites" s WHERE s."keyword_id" = k."keyword_id"), '{}'),
	"tracked_since" = CASE WHEN "is_tracked" THEN "created_at" END;--> statement-breakpoint
DROP TABLE "keyword_sites";--> statement-breakpoint
DROP TABLE "keyword_tags";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "keyword_id" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "comment_id" integer;--> statement-breakpoint
ALTER TABLE "article_checklist" ADD CONSTRAINT "article_checklist_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_checklist" ADD CONSTRAINT "article_checklist_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD CONSTRAINT "keyword_change_parts_change_id_keyword_changes_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."keyword_changes"("change_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_comments" ADD CONSTRAINT "keyword_comments_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_comments" ADD CONSTRAINT "keyword_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_days" ADD CONSTRAINT "keyword_days_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_days" ADD CONSTRAINT "keyword_days_last_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("last_publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publisher_days" ADD CONSTRAINT "publisher_days_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stats" ADD CONSTRAINT "stats_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stats" ADD CONSTRAINT "stats_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "keyword_changes_user" ON "keyword_changes" USING btree ("user_id","change_id");--> statement-breakpoint
CREATE INDEX "keyword_comments_keyword" ON "keyword_comments" USING btree ("keyword_id","comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","screen",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_team" ON "saved_views" USING btree ("screen") WHERE "saved_views"."is_team";--> statement-breakpoint
CREATE INDEX "collection_items_waiting" ON "collection_items" USING btree ("day","due_at") WHERE "collection_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "keyword_days_rate_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_days_rate_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_days_rate_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_days_as_of" ON "keyword_days" USING brin ("as_of");--> statement-breakpoint
CREATE UNIQUE INDEX "publishers_name_key" ON "publishers" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "stats_id_key" ON "stats" USING btree ("stat_id");--> statement-breakpoint
CREATE INDEX "stats_day" ON "stats" USING brin ("day");--> statement-breakpoint
CREATE INDEX "stories_last_day" ON "stories" USING btree ("last_day");--> statement-breakpoint
CREATE UNIQUE INDEX "stories_fingerprint_key" ON "stories" USING btree ("fingerprint");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_comment_id_keyword_comments_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."keyword_comments"("comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_comment" ON "notices" USING btree ("comment_id","user_id") WHERE "notices"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "keywords_created" ON "keywords" USING btree ("created_at","keyword_id");--> statement-breakpoint
CREATE INDEX "keywords_tracked" ON "keywords" USING btree ("created_at","keyword_id") WHERE "keywords"."is_tracked";--> statement-breakpoint
CREATE INDEX "keywords_with_articles" ON "keywords" USING btree ("created_at","keyword_id") WHERE "keywords"."article_statuses" <> 0;--> statement-breakpoint
CREATE INDEX "keywords_tags" ON "keywords" USING gin ("tag_ids");--> statement-breakpoint
CREATE INDEX "keywords_sites" ON "keywords" USING gin ("site_ids");--> statement-breakpoint
-- One bit per status that an article of the keyword has. Drafts are nobody's business but their owner's and have none.
CREATE FUNCTION article_status_bit(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE status WHEN 'requested' THEN 2 WHEN 'approved' THEN 4 WHEN 'rejected' THEN 8 WHEN 'returned' THEN 16 WHEN 'canceled' THEN 32 WHEN 'published' THEN 64 ELSE 0 END::smallint
$$;--> statement-breakpoint
CREATE FUNCTION refresh_article_statuses(changed integer[]) RETURNS void LANGUAGE sql AS $$
	UPDATE keywords k SET article_statuses = now_so.statuses
	FROM (
		SELECT c.keyword_id, coalesce(bit_or(article_status_bit(a.status)), 0::smallint) AS statuses
		FROM (SELECT keyword_id FROM keywords WHERE keyword_id = ANY(changed) ORDER BY keyword_id FOR NO KEY UPDATE) c
		LEFT JOIN article_keywords l ON l.keyword_id = c.keyword_id
		LEFT JOIN articles a ON a.article_id = l.article_id
		GROUP BY c.keyword_id
	) now_so
	WHERE k.keyword_id = now_so.keyword_id AND k.article_statuses <> now_so.statuses
$$;--> statement-breakpoint
CREATE FUNCTION article_keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM changed));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION article_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(
		SELECT DISTINCT l.keyword_id FROM after_it a JOIN before_it b USING (article_id)
		JOIN article_keywords l ON l.article_id = a.article_id WHERE a.status <> b.status
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_keywords_added AFTER INSERT ON article_keywords REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION article_keywords_changed();--> statement-breakpoint
CREATE TRIGGER article_keywords_removed AFTER DELETE ON article_keywords REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION article_keywords_changed();--> statement-breakpoint
CREATE TRIGGER articles_changed AFTER UPDATE ON articles REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
	FOR EACH STATEMENT EXECUTE FUNCTION article_status_changed();--> statement-breakpoint
SELECT refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM article_keywords));

--> migration 20261121124059_keyword_change_slices.sql 97aa29d2fb60ce5e210137aa6a14449a814056cae888f8186c4074a254d97bf8
ALTER TABLE "keyword_change_parts" DROP CONSTRAINT "keyword_change_parts_change_id_kind_value_id_is_added_pk";--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD COLUMN "slice" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD CONSTRAINT "keyword_change_parts_change_id_slice_kind_value_id_is_added_pk" PRIMARY KEY("change_id","slice","kind","value_id","is_added");--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "slices" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "slices_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "stories_address" ON "stories" USING btree (left("url", 100) text_pattern_ops);

--> migration 20261121151000_article_statuses_in_turn.sql cdc108bc0d26f6d19b67ccc78aa3e88f6eebec3db2a0e97e29159e68413a958d
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

--> migration 20261121154934_keyword_versions.sql d3f3305ccc89d325700616e0428b8ef6e9b1a3902adbe5659a8f16b90d7d499c
ALTER TABLE "keywords" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Whoever writes a keyword makes it a new version, however that is done; what is written as it was stays the same one.
CREATE FUNCTION keyword_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keyword_version BEFORE UPDATE OF keyword, is_tracked, tag_ids, site_ids ON keywords FOR EACH ROW
	WHEN ((OLD.keyword, OLD.is_tracked, OLD.tag_ids, OLD.site_ids) IS DISTINCT FROM (NEW.keyword, NEW.is_tracked, NEW.tag_ids, NEW.site_ids))
	EXECUTE FUNCTION keyword_changed();

--> migration 20261122015506_audit.sql 2971e2d2d32711f03a9dcb795570ab578fba2f97bf0ee3e198074d140afd9e6b
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" integer,
	"actor_name" text NOT NULL,
	"role_id" text,
	"address" text,
	"request_id" text,
	"act" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text,
	"label" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_noun" ON "audit_entries" USING btree ("noun","noun_id","id");--> statement-breakpoint
CREATE INDEX "audit_act" ON "audit_entries" USING btree ("act","id");--> statement-breakpoint
-- Entries stay as they were written. Only a transaction that says how long entries are kept deletes, and only older ones;
-- none that is younger than 30 days, whatever is said.
CREATE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept_days integer := nullif(current_setting('copydesk.audit_days', true), '')::integer;
BEGIN
	IF TG_OP = 'DELETE' AND kept_days IS NOT NULL
		AND OLD.created_at < now() - make_interval(days => greatest(kept_days, 30)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'audit entries are kept as they are' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entry_kept();--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_kept();

--> migration 20261122052359_throttles.sql f12bbe2a6c29d46f9f793adf9edc834eda31cecb939617276c0e286689634f8c
CREATE TABLE "throttle_counts" (
	"throttle_key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "throttle_counts_until" ON "throttle_counts" USING btree ("until");
--> migration 20261122054008_kept_counts.sql 825e11a6e91350fe3cfde0edc979f4361ad40105c6c3d60b2e5cd0b9cf344828
CREATE TABLE "keyword_counts" (
	"kind" text NOT NULL,
	"value_id" integer NOT NULL,
	"is_tracked" boolean NOT NULL,
	"keywords" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tag_days" (
	"tag_id" integer NOT NULL,
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"keywords" integer NOT NULL,
	CONSTRAINT "tag_days_tag_id_day_publisher_id_pk" PRIMARY KEY("tag_id","day","publisher_id")
);
--> statement-breakpoint
DROP INDEX "keyword_days_rate_7";--> statement-breakpoint
DROP INDEX "keyword_days_rate_30";--> statement-breakpoint
DROP INDEX "keyword_days_rate_90";--> statement-breakpoint
ALTER TABLE "keyword_days" ADD COLUMN "is_tracked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "keyword_counts_value" ON "keyword_counts" USING btree ("kind","value_id");--> statement-breakpoint
CREATE INDEX "tag_days_day" ON "tag_days" USING brin ("day");--> statement-breakpoint
CREATE INDEX "keywords_tracked_words" ON "keywords" USING btree ("identity","keyword_id") WHERE "keywords"."is_tracked";--> statement-breakpoint
CREATE INDEX "keyword_days_share_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id","is_tracked");--> statement-breakpoint
CREATE INDEX "keyword_days_share_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id","is_tracked");--> statement-breakpoint
CREATE INDEX "keyword_days_share_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id","is_tracked");--> statement-breakpoint
-- Counts of keywords are rows that are added up: a write only adds what it changes, and waits for no other one. One in a
-- hundred melts those together that nobody else is melting.
CREATE FUNCTION melt_keyword_counts() RETURNS void LANGUAGE sql AS $$
	WITH melted AS (
		DELETE FROM keyword_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM keyword_counts FOR UPDATE SKIP LOCKED))
		RETURNING kind, value_id, is_tracked, keywords
	)
	INSERT INTO keyword_counts
	SELECT kind, value_id, is_tracked, sum(keywords) FROM melted GROUP BY 1, 2, 3 HAVING sum(keywords) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION keywords_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, a.is_tracked, count(*) FROM added a CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(a.tag_ids)
		UNION ALL SELECT 'site', unnest(a.site_ids)
	) v GROUP BY 1, 2, 3;
	IF random() < 0.01 THEN PERFORM melt_keyword_counts(); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keywords_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, r.is_tracked, -count(*) FROM removed r CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(r.tag_ids)
		UNION ALL SELECT 'site', unnest(r.site_ids)
	) v GROUP BY 1, 2, 3;
	RETURN NULL;
END $$;--> statement-breakpoint
-- What a write made different is what is left over where old rows count against new ones. Nothing here joins the two:
-- their sizes are not known when it is planned. The rows of the keywords are locked by then, and those of the counts are
-- written in one order, so that nobody waits for each other.
CREATE FUNCTION keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, c.is_tracked, sum(c.sign) FROM (
		SELECT 1 AS sign, is_tracked, tag_ids, site_ids FROM added
		UNION ALL SELECT -1, is_tracked, tag_ids, site_ids FROM removed
	) c CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(c.tag_ids)
		UNION ALL SELECT 'site', unnest(c.site_ids)
	) v GROUP BY 1, 2, 3 HAVING sum(c.sign) <> 0;
	-- Two keywords that change places leave the totals alone, but not the days of their tags.
	IF NOT FOUND AND NOT EXISTS (
		SELECT keyword_id, is_tracked, tag_ids FROM added
		EXCEPT SELECT keyword_id, is_tracked, tag_ids FROM removed
	) THEN RETURN NULL; END IF;

	INSERT INTO tag_days AS d (tag_id, day, publisher_id, keywords)
	SELECT t.tag_id, s.day, s.publisher_id, sum(t.sign) FROM (
		SELECT c.keyword_id, c.tag_id, sum(c.sign) AS sign FROM (
			SELECT keyword_id, unnest(tag_ids) AS tag_id, 1 AS sign FROM added
			UNION ALL SELECT keyword_id, unnest(tag_ids), -1 FROM removed
		) c GROUP BY 1, 2 HAVING sum(c.sign) <> 0
	) t CROSS JOIN LATERAL (
		SELECT day, publisher_id FROM stats WHERE keyword_id = t.keyword_id OFFSET 0
	) s GROUP BY 1, 2, 3 HAVING sum(t.sign) <> 0 ORDER BY 1, 2, 3
	ON CONFLICT (tag_id, day, publisher_id) DO UPDATE SET keywords = d.keywords + excluded.keywords;

	UPDATE keyword_days d SET is_tracked = c.is_tracked FROM (
		SELECT keyword_id, bool_or(is_tracked) FILTER (WHERE sign > 0) AS is_tracked FROM (
			SELECT keyword_id, is_tracked, 1 AS sign FROM added
			UNION ALL SELECT keyword_id, is_tracked, -1 FROM removed
		) b GROUP BY 1 HAVING count(DISTINCT is_tracked) > 1 ORDER BY 1
	) c WHERE d.keyword_id = c.keyword_id AND d.is_tracked <> c.is_tracked;

	IF random() < 0.01 THEN PERFORM melt_keyword_counts(); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keywords_added AFTER INSERT ON keywords REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION keywords_added();--> statement-breakpoint
CREATE TRIGGER keywords_changed AFTER UPDATE ON keywords REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION keywords_changed();--> statement-breakpoint
CREATE TRIGGER keywords_removed AFTER DELETE ON keywords REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION keywords_removed();--> statement-breakpoint
-- The keywords are kept as they are until what they held is counted: whoever changes their tags meanwhile counts it then.
CREATE FUNCTION stats_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(ARRAY(SELECT DISTINCT keyword_id FROM added)) ORDER BY keyword_id FOR SHARE;
	INSERT INTO tag_days AS d (tag_id, day, publisher_id, keywords)
	SELECT t.tag_id, a.day, a.publisher_id, count(*) FROM added a CROSS JOIN LATERAL (
		SELECT unnest(k.tag_ids) AS tag_id FROM keywords k WHERE k.keyword_id = a.keyword_id OFFSET 0
	) t GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
	ON CONFLICT (tag_id, day, publisher_id) DO UPDATE SET keywords = d.keywords + excluded.keywords;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER stats_added AFTER INSERT ON stats REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION stats_added();--> statement-breakpoint
CREATE FUNCTION keyword_days_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT is_tracked INTO NEW.is_tracked FROM keywords WHERE keyword_id = NEW.keyword_id FOR SHARE;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keyword_days_begun BEFORE INSERT ON keyword_days
	FOR EACH ROW EXECUTE FUNCTION keyword_days_begun();--> statement-breakpoint
-- What there is already. The triggers above keep everybody else from writing until this is done.
SET LOCAL work_mem = '256MB';--> statement-breakpoint
INSERT INTO keyword_counts
SELECT v.kind, v.id, k.is_tracked, count(*) FROM keywords k CROSS JOIN LATERAL (
	SELECT 'all' AS kind, 0 AS id
	UNION ALL SELECT 'tag', unnest(k.tag_ids)
	UNION ALL SELECT 'site', unnest(k.site_ids)
) v GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO tag_days (tag_id, day, publisher_id, keywords)
SELECT t.tag_id, s.day, s.publisher_id, count(*)
FROM stats s JOIN keywords k USING (keyword_id) CROSS JOIN LATERAL unnest(k.tag_ids) t(tag_id)
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;--> statement-breakpoint
UPDATE keyword_days d SET is_tracked = false FROM keywords k WHERE k.keyword_id = d.keyword_id AND NOT k.is_tracked;

--> migration 20261122124141_outside.sql 9b8febc196186185f80cfa817279b88a494e71cfbd18eae42db2e17ca9eac282
CREATE TABLE "port_checks" (
	"port" text PRIMARY KEY NOT NULL,
	"adapter" text NOT NULL,
	"ok" boolean NOT NULL,
	"detail" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_pauses" (
	"account" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);

--> migration 20261122124212_posts.sql b6087c75fcb21841eb82837b076460ec5fb67d3a656f380d894f2dd32064746f
CREATE TABLE "article_posts" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"wordpress_id" integer NOT NULL,
	"state" text NOT NULL,
	"url" text,
	"since" timestamp with time zone NOT NULL,
	"written" jsonb
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "revises_id" integer;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "affiliate_tag" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "links_products" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "article_posts" ADD CONSTRAINT "article_posts_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_posts_state" ON "article_posts" USING btree ("state","article_id");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_revises_id_articles_article_id_fk" FOREIGN KEY ("revises_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "articles_one_revision" ON "articles" USING btree ("revises_id") WHERE "articles"."status" in ('draft', 'requested', 'returned');--> statement-breakpoint
CREATE INDEX "articles_revisions" ON "articles" USING btree ("revises_id","article_id");
--> migration 20261122124335_landing.sql a25f02f13f59ae97e806ea7ede2b199b866f3126cdbb8233ebbe667f7a373787
-- Since when the side that holds a keyword last has held it without the other: the earliest day with data before which the
-- other side is met. Nothing where the other side has not held it in the days that are remembered.
CREATE FUNCTION moved_on(last_day date, seen bit, won bit) RETURNS date IMMUTABLE LANGUAGE sql AS $$
	SELECT CASE WHEN other > 0
		THEN last_day - (other - 1 - position('1' in reverse(substring(seen::text from 1 for other - 1)))) END
	FROM (SELECT position(B'1' in CASE get_bit(won, 0) WHEN 1 THEN seen & ~won ELSE won END) AS other) o
$$;--> statement-breakpoint
CREATE TABLE "starts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"screen" text NOT NULL,
	"view_id" integer
);
--> statement-breakpoint
ALTER TABLE "keyword_days" ADD COLUMN "moved_on" date GENERATED ALWAYS AS (moved_on(last_day, seen, won)) STORED;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_view_id_saved_views_view_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("view_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_days_moved" ON "keyword_days" USING btree ("moved_on" DESC NULLS LAST,"last_is_winning","rate_30" DESC NULLS LAST,"keyword_id") WHERE "keyword_days"."is_tracked" and "keyword_days"."moved_on" is not null;
--> migration 20261122130401_keyword_changes_kept.sql a3d2e93539d4b33b9cf9dbcfb6f29844fa1b0c891eb26564e3dca9fbf5ca2ca1
DROP INDEX "keyword_changes_user";--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "changed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "undoes" integer;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "is_forgotten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_undoes_keyword_changes_change_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."keyword_changes"("change_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_change_parts_value" ON "keyword_change_parts" USING btree ("kind","value_id","change_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_applied" ON "keyword_changes" USING btree ("applied_at" DESC NULLS LAST,"change_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "keyword_changes_undoes" ON "keyword_changes" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "notices_keyword" ON "notices" USING btree ("keyword_id") WHERE "notices"."keyword_id" is not null;--> statement-breakpoint
CREATE INDEX "collection_items_keyword" ON "collection_items" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_user" ON "keyword_changes" USING btree ("user_id","applied_at" DESC NULLS LAST,"change_id" DESC NULLS LAST);--> statement-breakpoint
UPDATE "keyword_changes" SET "changed" = cardinality("keyword_ids") WHERE "applied_at" IS NOT NULL;

--> migration 20261122132013_composed_keywords.sql cfe231aaf7f12d95719516ed5f4b049b73a1f0dd7cd00f1ee90f325786e97c1f
-- A letter with a mark may be one sign or two that look like it. From now on it is one (NFC) wherever a keyword or a tag
-- comes in. Of keywords that look alike the oldest stays: articles, stats, comments and notices of the others move to it,
-- it gets their tags and sites, and the trail tells of each. The same for tags.
CREATE TEMP TABLE joined_keywords ON COMMIT DROP AS
WITH composed AS (
	SELECT keyword_id, normalize(identity, NFC) AS identity FROM keywords WHERE identity IS NOT NFC NORMALIZED
), alike AS (
	SELECT keyword_id, identity FROM composed
	UNION ALL
	SELECT keyword_id, identity FROM keywords WHERE identity IN (SELECT identity FROM composed)
)
SELECT keyword_id AS old_id, kept_id FROM (
	SELECT keyword_id, min(keyword_id) OVER (PARTITION BY identity) AS kept_id FROM alike
) a WHERE keyword_id <> kept_id;--> statement-breakpoint
CREATE TEMP TABLE joined_whole ON COMMIT DROP AS
SELECT g.kept_id, bool_or(k.is_tracked) AS is_tracked, min(k.tracked_since) AS tracked_since, min(k.created_at) AS created_at,
	ARRAY(SELECT DISTINCT t FROM keywords o, unnest(o.tag_ids) t
		WHERE o.keyword_id = g.kept_id OR o.keyword_id IN (SELECT old_id FROM joined_keywords j WHERE j.kept_id = g.kept_id)
		ORDER BY 1) AS tag_ids,
	ARRAY(SELECT DISTINCT s FROM keywords o, unnest(o.site_ids) s
		WHERE o.keyword_id = g.kept_id OR o.keyword_id IN (SELECT old_id FROM joined_keywords j WHERE j.kept_id = g.kept_id)
		ORDER BY 1) AS site_ids
FROM (SELECT kept_id, old_id AS keyword_id FROM joined_keywords UNION SELECT kept_id, kept_id FROM joined_keywords) g
JOIN keywords k USING (keyword_id)
GROUP BY g.kept_id;--> statement-breakpoint
INSERT INTO audit_entries (actor_kind, actor_name, act, noun, noun_id, label, before, after)
SELECT 'job', 'upgrade', 'keyword.joined', 'keyword', j.kept_id::text, normalize(k.keyword, NFC),
	jsonb_build_object('keyword_id', o.keyword_id, 'keyword', o.keyword),
	jsonb_build_object('keyword_id', k.keyword_id, 'keyword', normalize(k.keyword, NFC))
FROM joined_keywords j JOIN keywords k ON k.keyword_id = j.kept_id JOIN keywords o ON o.keyword_id = j.old_id
ORDER BY j.kept_id, j.old_id;--> statement-breakpoint
-- Without tags the triggers take their days off the counts; with all of them, at the end, they count what has moved.
UPDATE keywords SET tag_ids = '{}'
WHERE keyword_id IN (SELECT old_id FROM joined_keywords UNION SELECT kept_id FROM joined_keywords);--> statement-breakpoint
-- Where two held one keyword on one day by one publisher, the stat that was written first stays, and is counted once.
WITH doubled AS (
	SELECT stat_id FROM (
		SELECT s.stat_id, row_number() OVER (PARTITION BY g.kept_id, s.day, s.publisher_id ORDER BY s.stat_id) AS place
		FROM (SELECT kept_id, old_id AS keyword_id FROM joined_keywords UNION SELECT kept_id, kept_id FROM joined_keywords) g
		JOIN stats s USING (keyword_id)
	) p WHERE place > 1
), removed AS (
	DELETE FROM stats WHERE stat_id IN (SELECT stat_id FROM doubled) RETURNING day, publisher_id
)
UPDATE publisher_days d SET keywords = d.keywords - r.count
FROM (SELECT day, publisher_id, count(*) AS count FROM removed GROUP BY 1, 2) r
WHERE d.day = r.day AND d.publisher_id = r.publisher_id;--> statement-breakpoint
UPDATE stats s SET keyword_id = j.kept_id FROM joined_keywords j WHERE s.keyword_id = j.old_id;--> statement-breakpoint
-- The shares are counted anew from the stats, up to the latest day to which any of them was.
CREATE TEMP TABLE joined_days ON COMMIT DROP AS
SELECT g.kept_id, max(d.as_of) AS as_of
FROM (SELECT kept_id, old_id AS keyword_id FROM joined_keywords UNION SELECT kept_id, kept_id FROM joined_keywords) g
JOIN keyword_days d USING (keyword_id) GROUP BY 1;--> statement-breakpoint
DELETE FROM keyword_days
WHERE keyword_id IN (SELECT old_id FROM joined_keywords UNION SELECT kept_id FROM joined_keywords);--> statement-breakpoint
INSERT INTO keyword_days (keyword_id, last_day, seen, won, as_of, rate_7, rate_30, rate_90, last_publisher_id, last_is_winning)
SELECT b.kept_id, b.last_day, b.seen, b.won, b.as_of,
	(100.0 * bit_count(b.won & m.days_7) / nullif(bit_count(b.seen & m.days_7), 0))::real,
	(100.0 * bit_count(b.won & m.days_30) / nullif(bit_count(b.seen & m.days_30), 0))::real,
	(100.0 * bit_count(b.won & m.days_90) / nullif(bit_count(b.seen & m.days_90), 0))::real,
	p.publisher_id, p.is_winning
FROM (
	SELECT d.kept_id, d.as_of, d.last_day, bit_or(set_bit(0::bit(128), d.last_day - d.day, 1)) AS seen,
		bit_or(set_bit(0::bit(128), d.last_day - d.day, d.is_won::int)) AS won
	FROM (
		SELECT j.kept_id, j.as_of, s.day, bool_or(s.is_winning) AS is_won, max(s.day) OVER (PARTITION BY j.kept_id) AS last_day
		FROM joined_days j JOIN stats s ON s.keyword_id = j.kept_id GROUP BY 1, 2, 3
	) d WHERE d.last_day - d.day < 128 GROUP BY 1, 2, 3
) b
CROSS JOIN LATERAL (
	SELECT ((~0::bit(128)) << 121) >> (b.last_day - b.as_of) AS days_7,
		((~0::bit(128)) << 98) >> (b.last_day - b.as_of) AS days_30,
		((~0::bit(128)) << 38) >> (b.last_day - b.as_of) AS days_90
) m
CROSS JOIN LATERAL (
	SELECT publisher_id, is_winning FROM stats s WHERE s.keyword_id = b.kept_id AND s.day = b.last_day
	ORDER BY is_winning DESC, stat_id LIMIT 1
) p;--> statement-breakpoint
-- An article that had several of them has one, at the place of the first.
INSERT INTO article_keywords (article_id, keyword_id, position)
SELECT a.article_id, j.kept_id, min(a.position)
FROM article_keywords a JOIN joined_keywords j ON j.old_id = a.keyword_id GROUP BY 1, 2
ON CONFLICT (article_id, keyword_id) DO UPDATE SET position = least(article_keywords.position, excluded.position);--> statement-breakpoint
DELETE FROM article_keywords WHERE keyword_id IN (SELECT old_id FROM joined_keywords);--> statement-breakpoint
UPDATE keyword_comments c SET keyword_id = j.kept_id FROM joined_keywords j WHERE c.keyword_id = j.old_id;--> statement-breakpoint
UPDATE notices n SET keyword_id = j.kept_id FROM joined_keywords j WHERE n.keyword_id = j.old_id;--> statement-breakpoint
DELETE FROM keywords WHERE keyword_id IN (SELECT old_id FROM joined_keywords);--> statement-breakpoint
UPDATE keywords SET keyword = normalize(keyword, NFC), identity = normalize(identity, NFC)
WHERE keyword IS NOT NFC NORMALIZED OR identity IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE keywords k SET tag_ids = w.tag_ids, site_ids = w.site_ids, is_tracked = w.is_tracked,
	tracked_since = CASE WHEN w.is_tracked THEN w.tracked_since END, created_at = w.created_at
FROM joined_whole w WHERE k.keyword_id = w.kept_id;--> statement-breakpoint
CREATE TEMP TABLE joined_tags ON COMMIT DROP AS
SELECT tag_id AS old_id, kept_id FROM (
	SELECT tag_id, min(tag_id) OVER (PARTITION BY normalize(tag, NFC)) AS kept_id FROM tags
) t WHERE tag_id <> kept_id;--> statement-breakpoint
INSERT INTO audit_entries (actor_kind, actor_name, act, noun, label, before, after)
SELECT 'job', 'upgrade', 'keyword.tags-joined', 'keyword', normalize(k.tag, NFC),
	jsonb_build_object('tag_id', o.tag_id, 'tag', o.tag), jsonb_build_object('tag_id', k.tag_id, 'tag', normalize(k.tag, NFC))
FROM joined_tags j JOIN tags k ON k.tag_id = j.kept_id JOIN tags o ON o.tag_id = j.old_id
ORDER BY j.kept_id, j.old_id;--> statement-breakpoint
UPDATE keywords SET tag_ids = ARRAY(
	SELECT DISTINCT coalesce(j.kept_id, t) FROM unnest(tag_ids) t LEFT JOIN joined_tags j ON j.old_id = t ORDER BY 1
) WHERE tag_ids && ARRAY(SELECT old_id FROM joined_tags);--> statement-breakpoint
-- Whoever takes a change of tags back means the one that stays.
UPDATE keyword_change_parts p SET value_id = j.kept_id FROM joined_tags j
WHERE p.kind = 'tag' AND p.value_id = j.old_id AND NOT EXISTS (
	SELECT FROM keyword_change_parts o LEFT JOIN joined_tags i ON i.old_id = o.value_id
	WHERE (o.change_id, o.slice, o.kind, o.is_added) = (p.change_id, p.slice, p.kind, p.is_added)
		AND o.value_id <> p.value_id AND coalesce(i.kept_id, o.value_id) = j.kept_id
);--> statement-breakpoint
DELETE FROM keyword_change_parts WHERE kind = 'tag' AND value_id IN (SELECT old_id FROM joined_tags);--> statement-breakpoint
DELETE FROM tags WHERE tag_id IN (SELECT old_id FROM joined_tags);--> statement-breakpoint
UPDATE tags SET tag = normalize(tag, NFC) WHERE tag IS NOT NFC NORMALIZED;--> statement-breakpoint
DROP TABLE joined_keywords, joined_whole, joined_days, joined_tags;

--> migration 20261122132801_session_use.sql eef87143627b35df128e3a672882823702847f97ea14899becba218d37107dc7
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;
--> migration 20261122132804_post_choices.sql 405cfd48cf7429b46adf6b2fc57561d994e1629edc4dc02d2236dbb2de0d04d9
ALTER TABLE "article_posts" ADD COLUMN "choices" jsonb;
--> migration 20261122190958_session_devices.sql 5e99f829b593c58754a2ce2d0bd8f5485d9b770e7f8a890c6455fa455806eb5b
ALTER TABLE "sessions" ADD COLUMN "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions" USING btree ("id");
--> migration 20261122191254_report_choices.sql 831880cff748f2f246d1c1126ec14d790a41bc1d116edcfee9f752598176756f
CREATE TABLE "report_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"winners_size" smallint,
	"surfaces_view" text
);
--> statement-breakpoint
DROP INDEX "keyword_days_share_7";--> statement-breakpoint
DROP INDEX "keyword_days_share_30";--> statement-breakpoint
DROP INDEX "keyword_days_share_90";--> statement-breakpoint
-- In one go, so that the table is written anew only once.
ALTER TABLE "keyword_days"
	ADD COLUMN "days_7" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 121 >> (last_day - as_of)))::smallint) STORED,
	ADD COLUMN "days_30" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 98 >> (last_day - as_of)))::smallint) STORED,
	ADD COLUMN "days_90" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 38 >> (last_day - as_of)))::smallint) STORED;--> statement-breakpoint
ALTER TABLE "report_choices" ADD CONSTRAINT "report_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_days_rank_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id","is_tracked","days_7");--> statement-breakpoint
CREATE INDEX "keyword_days_rank_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id","is_tracked","days_30");--> statement-breakpoint
CREATE INDEX "keyword_days_rank_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id","is_tracked","days_90");
--> migration 20261122192301_content_and_products.sql 3a0895edde5d20ed260a0ad455274846c99a8ffe8373ee5773defe76073c6acb
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

--> migration 20261122193854_product_library.sql f788cc13e0912e87aa660a5977a369d172c23ac23344a80b3db0534cec2c5e31
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

--> migration 20261122194445_keyword_market.sql b6c95438987ca91c9cb29433b53ba98b36bcbd5eb6d982d6c252c0dd36c23029
CREATE TABLE "market_answers" (
	"question" text PRIMARY KEY NOT NULL,
	"answer" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_keywords" (
	"market_keyword_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "market_keywords_market_keyword_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"country" text NOT NULL,
	"name" text NOT NULL,
	"identity" text NOT NULL,
	"category" text NOT NULL,
	"volume" integer NOT NULL,
	"monthly_trend" real,
	"quarterly_trend" real,
	"competition" smallint,
	"score" smallint DEFAULT 0 NOT NULL,
	"units_sold" integer,
	"price" integer,
	"seasonality" smallint,
	"peak_week" smallint,
	"demand" text,
	"is_top_brand" boolean DEFAULT false NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"model" jsonb,
	"read_at" timestamp with time zone NOT NULL,
	"detailed_at" timestamp with time zone,
	"opened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vendor_calls" (
	"system" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "vendor_calls_system_day_pk" PRIMARY KEY("system","day")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "market_keywords_identity" ON "market_keywords" USING btree ("source","country","identity");--> statement-breakpoint
CREATE INDEX "market_keywords_opened" ON "market_keywords" USING btree ("source","opened_at") WHERE "market_keywords"."opened_at" is not null;--> statement-breakpoint
-- What any filter asks for, in the order by score: a page and its total are found in the index alone.
CREATE INDEX "market_keywords_ranked" ON "market_keywords" USING btree ("source","country","score" DESC NULLS LAST,"market_keyword_id")
	INCLUDE ("identity","category","volume","monthly_trend","quarterly_trend","competition","units_sold","price","seasonality","is_top_brand");

--> migration 20261122201003_shared_files_and_resting_sites.sql 7efea2eb28888d5c2776007f3787a46b689798c42fd21457cf6424d92436e576
CREATE UNLOGGED TABLE "export_pieces" (
	"export_id" text NOT NULL,
	"attempt" text NOT NULL,
	"place" integer NOT NULL,
	"content" bytea NOT NULL,
	CONSTRAINT "export_pieces_export_id_attempt_place_pk" PRIMARY KEY("export_id","attempt","place")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "servers" (
	"server_id" text PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "attempt" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_id_exports_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("export_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Pieces are written and read once each: packing them would cost more than the room that they take for a day.
ALTER TABLE "export_pieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;

--> migration 20261123085822_sites_and_scan.sql 82a02fda3a7bb6339d4fdf275c45431026187a1de09b96b20097b06c51801947
CREATE TABLE "scan_runs" (
	"scan_run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_runs_scan_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"function_id" text NOT NULL,
	"status" text NOT NULL,
	"items" jsonb NOT NULL,
	"took" integer NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "started_by" integer;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "refused_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_runs" ADD CONSTRAINT "scan_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scan_runs_function" ON "scan_runs" USING btree ("function_id","scan_run_id");--> statement-breakpoint
CREATE INDEX "scan_runs_ran" ON "scan_runs" USING btree ("ran_at");--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> migration 20261123090110_feature_flags.sql 7527b3cf4df7159137dccc130f46523b69c084fc2f50ef3f38e5ed1c575ad62d
CREATE TABLE "feature_flag_changes" (
	"change_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feature_flag_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"feature_flag_id" integer NOT NULL,
	"act" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"user_id" integer,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feature_flags" (
	"feature_flag_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feature_flags_feature_flag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"feature_flag" text NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" integer,
	"archived_at" timestamp with time zone,
	CONSTRAINT "feature_flags_feature_flag_unique" UNIQUE("feature_flag")
);
--> statement-breakpoint
ALTER TABLE "feature_flag_changes" ADD CONSTRAINT "feature_flag_changes_feature_flag_id_feature_flags_feature_flag_id_fk" FOREIGN KEY ("feature_flag_id") REFERENCES "public"."feature_flags"("feature_flag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flag_changes" ADD CONSTRAINT "feature_flag_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flags" ADD CONSTRAINT "feature_flags_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feature_flag_changes_flag" ON "feature_flag_changes" USING btree ("feature_flag_id","change_id");
--> migration 20261123090634_console.sql 369f40c1c2ff3eebf2c04f7b90ce75218f4acde954f6c8461def48733b5e4ec1
CREATE TABLE "console_attempts" (
	"attempt_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_attempts_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"statement" text NOT NULL,
	"purpose" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"milliseconds" integer,
	"rows" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "console_queries" (
	"query_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_queries_query_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"statement" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console_attempts" ADD CONSTRAINT "console_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_queries" ADD CONSTRAINT "console_queries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_attempts_user" ON "console_attempts" USING btree ("user_id","attempt_id");--> statement-breakpoint
CREATE INDEX "console_attempts_age" ON "console_attempts" USING btree ("asked_at");
--> migration 20261123090700_bot.sql ade6640e9f109c3a8aa99d775a058423026ac03d4b9d6d77d3059c13f11e4a12
CREATE TABLE "bot_chats" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_messages" (
	"message_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot_messages_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" text NOT NULL,
	"author" text NOT NULL,
	"message" text NOT NULL,
	"error" text,
	"options" jsonb NOT NULL,
	"product" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bot_messages_author" CHECK ("bot_messages"."author" in ('bot', 'user'))
);
--> statement-breakpoint
ALTER TABLE "bot_chats" ADD CONSTRAINT "bot_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_messages" ADD CONSTRAINT "bot_messages_bot_id_bot_chats_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot_chats"("bot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bot_chats_created" ON "bot_chats" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bot_messages_chat" ON "bot_messages" USING btree ("bot_id","message_id");--> statement-breakpoint
CREATE INDEX "articles_title" ON "articles" USING gin ("title" gin_trgm_ops);
--> migration 20261123091919_commission_categories.sql 58c02b748629455f0b6dc7249ca059d29a303aa2ce94cf74316a810b0f944f55
CREATE TABLE "commission_categories" (
	"commission_category_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_categories_commission_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"rate" integer NOT NULL,
	CONSTRAINT "commission_categories_rate" CHECK ("commission_categories"."rate" between 0 and 10000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "commission_categories_name" ON "commission_categories" USING btree (lower("name" collate "und-x-icu"));
--> migration 20261123093153_game_solutions.sql 8f0fd8c429c7c6031d275c38898720a80372764d4e0103be4ed67e15c334cd6e
CREATE TABLE "game_answers" (
	"game" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_answers_game_day_pk" PRIMARY KEY("game","day")
);
--> statement-breakpoint
CREATE TABLE "game_runs" (
	"game_run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "game_runs_game_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "game_runs" ADD CONSTRAINT "game_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> migration 20261123094442_google_sheets.sql 8b576995e8c9525e8a75d763f277af6a891936a48938cbd5777388b6a4e0fab4
CREATE TABLE "built_in_sheets" (
	"sheet_id" text PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_sheets" (
	"google_sheet_table_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "google_sheets_google_sheet_table_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"google_sheet_id" text NOT NULL,
	"site_id" integer NOT NULL,
	"asana_board_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sheet_syncs" (
	"sheet_sync_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sheet_syncs_sheet_sync_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"google_sheet_table_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "google_sheets" ADD CONSTRAINT "google_sheets_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_google_sheet_table_id_google_sheets_google_sheet_table_id_fk" FOREIGN KEY ("google_sheet_table_id") REFERENCES "public"."google_sheets"("google_sheet_table_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "google_sheets_link" ON "google_sheets" USING btree ("google_sheet_id","asana_board_id") WHERE "google_sheets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sheet_syncs_link" ON "sheet_syncs" USING btree ("google_sheet_table_id","sheet_sync_id");
--> migration 20261123094658_user_access.sql d5d773b5329056e0e2a26dd9c66ac6f1c3e5e58123a4b2e34a2b51518054a64b
CREATE TABLE "access_steps" (
	"access_step_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_steps_access_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"step" text NOT NULL,
	"detail" text NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_accounts" (
	"system" text NOT NULL,
	"email" text NOT NULL,
	"handle" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "directory_accounts_system_email_pk" PRIMARY KEY("system","email")
);
--> statement-breakpoint
ALTER TABLE "access_steps" ADD CONSTRAINT "access_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_steps_email" ON "access_steps" USING btree ("email","access_step_id");
--> migration 20261123094736_gsc_keywords.sql 7a67de4c8585e4160b16bb9c2c7d6e94fc0e53caf00b484d491d8cf8a0339812
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
--> migration 20261123154206_replacements.sql b84a8f9f2756606edee646cdba4547def85c3bf5c4818013e6471a17c86bab16
CREATE TABLE "replacement_places" (
	"replacement_place_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replacement_places_replacement_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"replacement_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"article_id" integer,
	"version" integer,
	"status" text,
	"title" text NOT NULL,
	"site_id" integer NOT NULL,
	"url" text,
	"award" text NOT NULL,
	"mode" text,
	"before" jsonb,
	"after" jsonb,
	"doubt" text,
	"mentions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result_id" integer,
	"result_version" integer
);
--> statement-breakpoint
CREATE TABLE "replacements" (
	"replacement_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replacements_replacement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"old_asin" text NOT NULL,
	"old_name" text NOT NULL,
	"new_asin" text NOT NULL,
	"new_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"acting_id" integer,
	"request_id" text,
	"address" text,
	CONSTRAINT "replacements_state_known" CHECK ("replacements"."state" in ('prepared', 'applying', 'applied', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "report_choices" ADD COLUMN "oos_group" text;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_replacement_id_replacements_replacement_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."replacements"("replacement_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_result_id_articles_article_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_acting_id_users_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_places_position" ON "replacement_places" USING btree ("replacement_id","position");--> statement-breakpoint
CREATE INDEX "replacement_places_article" ON "replacement_places" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "replacement_places_result" ON "replacement_places" USING btree ("result_id");--> statement-breakpoint
CREATE INDEX "replacements_made" ON "replacements" USING btree ("applied_at","replacement_id");--> statement-breakpoint
CREATE INDEX "replacements_user" ON "replacements" USING btree ("user_id","applied_at","replacement_id");--> statement-breakpoint
CREATE INDEX "replacements_old" ON "replacements" USING btree ("old_asin");--> statement-breakpoint
CREATE INDEX "catalog_readings_shelf" ON "catalog_readings" USING btree (("item" -> 'categories' ->> -1));
--> migration 20261123154942_offboarding.sql 5f1737b9ed3c70287141ac0d8e34ece45d7dd93e8c33dec9c2c73c650aedf666
CREATE TABLE "offboarding_runs" (
	"run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offboarding_runs_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text,
	"github" text,
	"manager" text,
	"heir_id" integer,
	"user_id" integer NOT NULL,
	"acting_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"handed_over" jsonb,
	"second_look_at" timestamp with time zone,
	"second_looked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "offboarding_systems" (
	"run_id" integer NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	"account" text,
	"began_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"later_state" text,
	"later_detail" text,
	CONSTRAINT "offboarding_systems_run_id_operation_pk" PRIMARY KEY("run_id","operation"),
	CONSTRAINT "offboarding_systems_state_known" CHECK ("offboarding_systems"."state" in ('waiting', 'running', 'revoked', 'inactive', 'refused', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "access_steps" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "access_steps" ADD COLUMN "run_id" integer;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_heir_id_users_id_fk" FOREIGN KEY ("heir_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_acting_id_users_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_systems" ADD CONSTRAINT "offboarding_systems_run_id_offboarding_runs_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."offboarding_runs"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offboarding_runs_email" ON "offboarding_runs" USING btree ("email","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offboarding_runs_one" ON "offboarding_runs" USING btree ("email") WHERE "offboarding_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "access_steps_run" ON "access_steps" USING btree ("run_id","access_step_id");
--> migration 20261123155311_warehouse_readings.sql ad4dfd2b757cc2e9c92612748b884ac777af7bf42ac699121dda10091ce15122
CREATE TABLE "warehouse_readings" (
	"account" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"since" timestamp with time zone,
	"started_at" timestamp with time zone,
	"part" text,
	"cursor" jsonb,
	"rows" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_for" text DEFAULT '' NOT NULL,
	"read_at" timestamp with time zone,
	"failed_since" timestamp with time zone,
	"failure" text
);

--> migration 20261123160007_search_query_totals.sql 0d66175e4c0bdaa3a8d52c38673b57351dbfdb6ad2caa7a1fe3d88ce73aee061
CREATE TABLE "search_query_totals" (
	"period" smallint NOT NULL,
	"query_id" integer NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	"is_named" boolean NOT NULL,
	"posts" integer NOT NULL,
	"best_post_id" integer NOT NULL,
	"rivals" integer[],
	"rival_sites" integer[],
	"strongest" real,
	"lost" integer,
	CONSTRAINT "search_query_totals_period_query_id_pk" PRIMARY KEY("period","query_id")
);
--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "clicks_30d" integer;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "clicks_until" date;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD COLUMN "rivals" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD COLUMN "turn" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "search_query_totals_seen" ON "search_query_totals" USING btree ("period","impressions" DESC NULLS LAST,"query_id");--> statement-breakpoint
CREATE INDEX "search_query_totals_lost" ON "search_query_totals" USING btree ("period","lost" DESC NULLS LAST,"query_id") WHERE "search_query_totals"."rivals" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_clicks" ON "content_posts" USING btree ("clicks_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_keyword" ON "content_posts" USING btree ("keyword_identity") WHERE "content_posts"."gone_at" is null;
--> migration 20261123160121_adoptions.sql 29c9d9a5d2f331f7c96988a4e7fef54de8ec739592a7b555908533028658fb79
CREATE TABLE "adopted_posts" (
	"adoption_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"outcome" text,
	"title" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"focus_keyword" text DEFAULT '' NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "adopted_posts_adoption_id_post_id_pk" PRIMARY KEY("adoption_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "adoptions" (
	"adoption_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adoptions_adoption_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'listing' NOT NULL,
	"user_id" integer,
	"reason" text,
	"since" timestamp with time zone,
	"listed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"alone" smallint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "adopted_posts" ADD CONSTRAINT "adopted_posts_adoption_id_adoptions_adoption_id_fk" FOREIGN KEY ("adoption_id") REFERENCES "public"."adoptions"("adoption_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoptions" ADD CONSTRAINT "adoptions_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoptions" ADD CONSTRAINT "adoptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adopted_posts_outcome" ON "adopted_posts" USING btree ("adoption_id","outcome","post_id");--> statement-breakpoint
CREATE INDEX "adoptions_site" ON "adoptions" USING btree ("site_id","adoption_id");--> statement-breakpoint
CREATE UNIQUE INDEX "adoptions_running" ON "adoptions" USING btree ("site_id") WHERE "adoptions"."ended_at" is null;
--> migration 20261123162308_sheet_tasks_scan_alarms_category_version.sql afff0f0fd1e51e7f0e5f18676a174233689c7d25e374680c0eadb97d9de0ad58
CREATE TABLE "sheet_tasks" (
	"google_sheet_table_id" integer NOT NULL,
	"gid" text NOT NULL,
	CONSTRAINT "sheet_tasks_google_sheet_table_id_gid_pk" PRIMARY KEY("google_sheet_table_id","gid")
);
--> statement-breakpoint
CREATE TABLE "scan_alarms" (
	"function_id" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commission_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_tasks" ADD CONSTRAINT "sheet_tasks_google_sheet_table_id_google_sheets_google_sheet_table_id_fk" FOREIGN KEY ("google_sheet_table_id") REFERENCES "public"."google_sheets"("google_sheet_table_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "sheet_tasks" SELECT s."google_sheet_table_id", t."gid" FROM "google_sheets" s JOIN "board_tasks" t ON starts_with(t."key", 'sheet-' || s."google_sheet_table_id" || '-');

--> migration 20261123192709_seasonal_planner.sql e4921fccb6f29666c90511ad7ea0590007a4f24ebde8294fc4ff2e9d71faaadb
CREATE TABLE "planned_keywords" (
	"plan_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planned_keywords_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"name" text NOT NULL,
	"identity" text NOT NULL,
	"site_id" integer NOT NULL,
	"month" date NOT NULL,
	"publish_by" date,
	"peak_on" date,
	"user_id" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "planned_keywords_month_begins" CHECK (extract(day from "planned_keywords"."month") = 1)
);
--> statement-breakpoint
ALTER TABLE "planned_keywords" ADD CONSTRAINT "planned_keywords_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_keywords" ADD CONSTRAINT "planned_keywords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_keywords_once" ON "planned_keywords" USING btree ("country","identity","site_id") WHERE "planned_keywords"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "planned_keywords_month" ON "planned_keywords" USING btree ("month","plan_id") WHERE "planned_keywords"."removed_at" is null;--> statement-breakpoint
-- The order by publish-by date asks for the peak week as well: once more everything is found in the index alone.
DROP INDEX "market_keywords_ranked";--> statement-breakpoint
CREATE INDEX "market_keywords_ranked" ON "market_keywords" USING btree ("source","country","score" DESC NULLS LAST,"market_keyword_id")
	INCLUDE ("identity","category","volume","monthly_trend","quarterly_trend","competition","units_sold","price","seasonality","is_top_brand","peak_week");

--> migration 20261123194046_alert_rules.sql d6803c472d59143eca9c41bd0c5db7c20890b262ff04e2b5dc847c7bd1944f37
CREATE TABLE "alert_answers" (
	"rule_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"is_right" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_answers_rule_id_subject_id_user_id_pk" PRIMARY KEY("rule_id","subject_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "alert_facts" (
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"value" real NOT NULL,
	"was" double precision NOT NULL,
	"is" double precision NOT NULL,
	"site_ids" integer[] NOT NULL,
	CONSTRAINT "alert_facts_kind_subject_id_from_day_pk" PRIMARY KEY("kind","subject_id","from_day")
);
--> statement-breakpoint
CREATE TABLE "alert_people" (
	"rule_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "alert_people_rule_id_user_id_pk" PRIMARY KEY("rule_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "alert_reaches" (
	"kind" text NOT NULL,
	"known_from" date,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"rule_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"against" text NOT NULL,
	"threshold" integer NOT NULL,
	"least" integer NOT NULL,
	"site_id" integer,
	"cool_down_days" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"roles" text[] NOT NULL,
	"named_now" integer DEFAULT 0 NOT NULL,
	"told_90" integer DEFAULT 0 NOT NULL,
	"evaluated_on" date,
	"changed_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_tellings" (
	"rule_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "alert_tellings_rule_id_subject_id_day_pk" PRIMARY KEY("rule_id","subject_id","day")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "about" jsonb;--> statement-breakpoint
ALTER TABLE "alert_answers" ADD CONSTRAINT "alert_answers_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_answers" ADD CONSTRAINT "alert_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_people" ADD CONSTRAINT "alert_people_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_people" ADD CONSTRAINT "alert_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tellings" ADD CONSTRAINT "alert_tellings_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_facts_value" ON "alert_facts" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "alert_people_user" ON "alert_people" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_reaches_kind_key" ON "alert_reaches" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "alert_rules_owner" ON "alert_rules" USING btree ("owner_id");
--> migration 20261123195605_stock_risks.sql 0c7e00357daca60422ed7f0a890f1bc3f4bf29410b9d6eeb21c47a7f5d59a962
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

--> migration 20261123195854_access_reviews_and_left_rivalries.sql f35449a19ae6520c0de1e24892e909d9c3318b46f9a45d8111c1df51d0c78538
CREATE TABLE "access_review_accounts" (
	"reviewed_account_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_review_accounts_reviewed_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"review_id" integer NOT NULL,
	"operation" text NOT NULL,
	"account" text NOT NULL,
	"email" text,
	"name" text,
	"url" text,
	"detail" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"person_id" integer,
	"decision" text,
	"outcome" text DEFAULT '' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	CONSTRAINT "access_review_accounts_once" UNIQUE("review_id","operation","account"),
	CONSTRAINT "access_review_accounts_decision_known" CHECK ("access_review_accounts"."decision" in ('keep', 'revoking', 'revoked', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "access_review_systems" (
	"review_id" integer NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"position" integer NOT NULL,
	"is_by_name" boolean NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	CONSTRAINT "access_review_systems_review_id_operation_pk" PRIMARY KEY("review_id","operation"),
	CONSTRAINT "access_review_systems_state_known" CHECK ("access_review_systems"."state" in ('waiting', 'listed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "access_reviews" (
	"review_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_reviews_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer
);
--> statement-breakpoint
CREATE TABLE "gsc_left_rivalries" (
	"query" text NOT NULL,
	"rivals" integer[] NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gsc_left_rivalries_query_rivals_pk" PRIMARY KEY("query","rivals")
);
--> statement-breakpoint
ALTER TABLE "directory_accounts" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_review_id_access_reviews_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_systems" ADD CONSTRAINT "access_review_systems_review_id_access_reviews_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_left_rivalries" ADD CONSTRAINT "gsc_left_rivalries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_review_accounts_review" ON "access_review_accounts" USING btree ("review_id","reviewed_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_reviews_one" ON "access_reviews" USING btree ((true)) WHERE "access_reviews"."ended_at" is null;
--> migration 20261123200651_refresh.sql c4eb6a7fa0e196a385f10a3dd9bf3a2156b9bfff1ad8e35a5d8192982ba86b38
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

--> migration 20261123233924_drafts_uncounted.sql 2a11b67dde61e2f57afc8cda34f2cbbdcde72737909ea802b2e89e84443759ae
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

--> migration 20261123235215_search_tasks_sheet_marks_flag_reads.sql 04e55933b5f8139cc4150d97fe2159aff4a8c86b04c613aefb5a7b6e9dc18c4b
CREATE TABLE "feature_flag_reads" (
	"feature_flag" text NOT NULL,
	"day" date NOT NULL,
	"reads" integer NOT NULL,
	CONSTRAINT "feature_flag_reads_feature_flag_day_pk" PRIMARY KEY("feature_flag","day")
);
--> statement-breakpoint
CREATE TABLE "search_tasks" (
	"search_task_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_tasks_search_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"content_post_id" integer NOT NULL,
	"query" text NOT NULL,
	"list" text NOT NULL,
	"aim" text NOT NULL,
	"name" text NOT NULL,
	"notes" text NOT NULL,
	"state" text NOT NULL,
	"gid" text,
	"url" text,
	"error" text,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_tasks_proposal" ON "search_tasks" USING btree ("content_post_id","list","query");--> statement-breakpoint
CREATE INDEX "search_tasks_user" ON "search_tasks" USING btree ("user_id");
--> migration 20261123235401_live_posts_and_rule_versions.sql 99691fad5f07b566f589af9b66122e02c4cc3a76fae876e4967b3e52e1a3ba29
CREATE TABLE "replacement_markups" (
	"replacement_place_id" integer PRIMARY KEY NOT NULL,
	"content_post_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD COLUMN "is_live" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "changes_live_posts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "replacement_markups" ADD CONSTRAINT "replacement_markups_place_fk" FOREIGN KEY ("replacement_place_id") REFERENCES "public"."replacement_places"("replacement_place_id") ON DELETE cascade ON UPDATE no action;
--> migration 20261125033106_article_renewals.sql 2bf64bcc9e2a464bccc972a4120a2a2e6b45c03d630952f8d913c92e35f2087e
CREATE TABLE "article_renewals" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"wordpress_id" integer NOT NULL,
	"seen" jsonb,
	"seen_at" timestamp with time zone,
	"before" jsonb,
	"after" jsonb,
	"written_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "article_renewals" ADD CONSTRAINT "article_renewals_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;
--> migration 20261125035852_sheet_rows_shown.sql 83a1308ed78a73c4d6c25852420415bb4bbf9dde783d1105308ea4b29d404dd3
ALTER TABLE "sheet_syncs" ADD COLUMN "shown" text[];
--> migration 20261125041943_post_moved_from.sql c891c1812c0c3e6d9f33e94daa9292e0ec75eb18ad1664825c7509e51da750a7
ALTER TABLE "article_posts" ADD COLUMN "moved_from" text;
--> migration 20261125043414_announced_renewals.sql eb3ef0466500784ff0d0aea86e36ef8873117f9b856c1c4c9511d5b1e39fe0c2
ALTER TABLE "content_posts" ADD COLUMN "update_renews" text;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD COLUMN "writing" text;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_renews_known" CHECK ("content_posts"."update_renews" in ('post', 'another'));--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_writing_known" CHECK ("replacement_places"."writing" in ('begun', 'told'));--> statement-breakpoint
UPDATE "content_posts" SET "update_renews" = CASE WHEN "articles"."notes" LIKE '%it takes the place of all text of that post.%' THEN 'post' ELSE 'another' END FROM "articles" WHERE "articles"."article_id" = "content_posts"."update_article_id" AND "articles"."revises_id" IS NULL;--> statement-breakpoint
INSERT INTO "article_renewals" ("article_id", "wordpress_id") SELECT DISTINCT ON ("articles"."article_id") "articles"."article_id", "content_posts"."post_id"::integer FROM "content_posts" JOIN "articles" ON "articles"."article_id" = "content_posts"."update_article_id" WHERE "content_posts"."update_renews" = 'post' AND "content_posts"."post_id" ~ '^[0-9]{1,9}$' AND "articles"."status" IN ('draft', 'requested', 'returned', 'approved') ORDER BY "articles"."article_id", "content_posts"."content_post_id" ON CONFLICT DO NOTHING;

--> migration 20261125083909_returned_posts.sql 8362af02d3284b2eac57daf9a2470f862ec2eb26657556b5a7a8510e1b84ce83
UPDATE "content_posts" SET "source" = 'adopted', "gone_at" = NULL, "update_renews" = NULL FROM "article_renewals" JOIN "articles" USING ("article_id") WHERE "article_renewals"."undone_at" IS NOT NULL AND "content_posts"."site_id" = "articles"."site_id" AND "content_posts"."post_id" = "article_renewals"."wordpress_id"::text AND "content_posts"."article_id" IS NULL AND "content_posts"."source" = 'copydesk';

--> migration 20261125085124_article_events_out.sql a614476b0619d5cedc27811b2ee1aac6d5987aed74d8405505fb6616887ea86e
CREATE INDEX "article_events_out" ON "article_events" USING btree ("created_at") WHERE "article_events"."action" in ('published', 'revised');
--> migration 20261125092537_access-review-own.sql 2ec4249065f63496921495f92d277bcb959bec2c482cf7049930e95582618213
ALTER TABLE "access_review_accounts" ADD COLUMN "is_own" boolean DEFAULT false NOT NULL;
--> migration 20261125093829_kept_announcements.sql 7107854e3e20d1fa8e78697d0c9ca1721d5fbaacb48db7d42452bc2353a28ca7
UPDATE "content_posts" SET "update_renews" = 'post' FROM "article_renewals" JOIN "articles" USING ("article_id") WHERE "articles"."article_id" = "content_posts"."update_article_id" AND "articles"."site_id" = "content_posts"."site_id" AND "content_posts"."post_id" = "article_renewals"."wordpress_id"::text AND "content_posts"."update_renews" IS NULL AND "article_renewals"."undone_at" IS NULL AND "articles"."status" IN ('draft', 'requested', 'returned', 'approved');--> statement-breakpoint
UPDATE "content_posts" SET "source" = 'import' FROM "article_renewals" JOIN "articles" USING ("article_id") WHERE "article_renewals"."undone_at" IS NOT NULL AND "articles"."site_id" = "content_posts"."site_id" AND "content_posts"."post_id" = "article_renewals"."wordpress_id"::text AND "content_posts"."source" = 'adopted' AND NOT EXISTS (SELECT FROM "adoptions" WHERE "adoptions"."site_id" = "content_posts"."site_id");

--> migration 20261125124246_offboarding-last-use.sql 94089ea11570a10e3853e6ff56d418dc487d89b1e0895ae77a0672beaf977302
ALTER TABLE "offboarding_systems" ADD COLUMN "last_used_at" timestamp with time zone;
--> migration 20261125125315_search-task-wishes.sql ce1883d5725ad7408a602db447a77a81fea5990151764c40bb0107c9ce102087
ALTER TABLE "search_tasks" ADD COLUMN "wish" integer DEFAULT 1 NOT NULL;
--> migration 20261125215303_claim-sessions.sql 58a99d56de8c837dea83dbaf4d1a108c9de51ccb5341dd589445aa1ac8fd8d2a
ALTER TABLE "article_claims" ADD COLUMN "session_hash" text;
