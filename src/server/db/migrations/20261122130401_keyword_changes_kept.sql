DROP INDEX "keyword_changes_user";--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "changed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "undoes" integer;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD COLUMN "is_forgotten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_undoes_keyword_changes_change_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."keyword_changes"("change_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_change_parts_value" ON "keyword_change_parts" USING btree ("kind","value_id","change_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_applied" ON "keyword_changes" USING btree ("applied_at" DESC NULLS LAST,"change_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "keyword_changes_undoes" ON "keyword_changes" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "notices_keyword" ON "notices" USING btree ("keyword_id") WHERE "notices"."keyword_id" is not null;--> statement-breakpoint
CREATE INDEX "collection_items_keyword" ON "collection_items" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_user" ON "keyword_changes" USING btree ("user_id","applied_at" DESC NULLS LAST,"change_id" DESC NULLS LAST);--> statement-breakpoint
UPDATE "keyword_changes" SET "changed" = cardinality("keyword_ids") WHERE "applied_at" IS NOT NULL;
