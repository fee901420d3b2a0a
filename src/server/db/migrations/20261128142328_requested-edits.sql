ALTER TABLE "replacement_places" ADD COLUMN "content_post_id" integer;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;