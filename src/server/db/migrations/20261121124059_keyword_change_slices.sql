ALTER TABLE "keyword_change_parts" DROP CONSTRAINT "keyword_change_parts_change_id_kind_value_id_is_added_pk";--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD COLUMN "slice" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD CONSTRAINT "keyword_change_parts_change_id_slice_kind_value_id_is_added_pk" PRIMARY KEY("change_id","slice","kind","value_id","is_added");--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "slices" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "slices_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "stories_address" ON "stories" USING btree (left("url", 100) text_pattern_ops);
