ALTER TABLE "content_posts" ADD COLUMN "text_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "text_digest" text;--> statement-breakpoint
UPDATE "content_posts" SET "text_changed_at" = "modified_at" WHERE "modified_at" IS NOT NULL;
