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