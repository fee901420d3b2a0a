ALTER TABLE "content_posts" ADD COLUMN "task_status" text;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "task_priority" text;