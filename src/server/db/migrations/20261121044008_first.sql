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