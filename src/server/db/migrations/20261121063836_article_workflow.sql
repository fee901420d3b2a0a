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
