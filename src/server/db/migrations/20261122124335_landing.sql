-- Since when the side that holds a keyword last has held it without the other: the earliest day with data before which the
-- other side is met. Nothing where the other side has not held it in the days that are remembered.
CREATE FUNCTION moved_on(last_day date, seen bit, won bit) RETURNS date IMMUTABLE LANGUAGE sql AS $$
	SELECT CASE WHEN other > 0
		THEN last_day - (other - 1 - position('1' in reverse(substring(seen::text from 1 for other - 1)))) END
	FROM (SELECT position(B'1' in CASE get_bit(won, 0) WHEN 1 THEN seen & ~won ELSE won END) AS other) o
$$;--> statement-breakpoint
CREATE TABLE "starts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"screen" text NOT NULL,
	"view_id" integer
);
--> statement-breakpoint
ALTER TABLE "keyword_days" ADD COLUMN "moved_on" date GENERATED ALWAYS AS (moved_on(last_day, seen, won)) STORED;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_view_id_saved_views_view_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("view_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_days_moved" ON "keyword_days" USING btree ("moved_on" DESC NULLS LAST,"last_is_winning","rate_30" DESC NULLS LAST,"keyword_id") WHERE "keyword_days"."is_tracked" and "keyword_days"."moved_on" is not null;