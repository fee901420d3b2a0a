ALTER TABLE "content_posts" ADD COLUMN "update_renews" text;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_renews_known" CHECK ("content_posts"."update_renews" in ('post', 'another'));--> statement-breakpoint
UPDATE "content_posts" SET "update_renews" = CASE WHEN "articles"."notes" LIKE '%it takes the place of all text of that post.%' THEN 'post' ELSE 'another' END FROM "articles" WHERE "articles"."article_id" = "content_posts"."update_article_id" AND "articles"."revises_id" IS NULL;
