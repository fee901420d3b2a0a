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