CREATE TABLE "report_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"winners_size" smallint,
	"surfaces_view" text
);
--> statement-breakpoint
DROP INDEX "keyword_days_share_7";--> statement-breakpoint
DROP INDEX "keyword_days_share_30";--> statement-breakpoint
DROP INDEX "keyword_days_share_90";--> statement-breakpoint
-- In one go, so that the table is written anew only once.
ALTER TABLE "keyword_days"
	ADD COLUMN "days_7" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 121 >> (last_day - as_of)))::smallint) STORED,
	ADD COLUMN "days_30" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 98 >> (last_day - as_of)))::smallint) STORED,
	ADD COLUMN "days_90" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 38 >> (last_day - as_of)))::smallint) STORED;--> statement-breakpoint
ALTER TABLE "report_choices" ADD CONSTRAINT "report_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_days_rank_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id","is_tracked","days_7");--> statement-breakpoint
CREATE INDEX "keyword_days_rank_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id","is_tracked","days_30");--> statement-breakpoint
CREATE INDEX "keyword_days_rank_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id","is_tracked","days_90");