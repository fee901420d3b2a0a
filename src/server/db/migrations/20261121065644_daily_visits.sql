ALTER TABLE "visits" ADD COLUMN "is_daily" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "visits_single" ON "visits" USING btree ("created_at") WHERE not "visits"."is_daily";