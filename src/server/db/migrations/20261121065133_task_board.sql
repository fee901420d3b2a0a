ALTER TABLE "article_mirrors" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "article_mirrors" ADD COLUMN "article_return_id" integer;--> statement-breakpoint
ALTER TABLE "article_mirrors" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "board_comments" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "target" text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "board_comments_key" ON "board_comments" USING btree ("task_gid","key");