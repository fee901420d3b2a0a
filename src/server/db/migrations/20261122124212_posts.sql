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