CREATE TABLE "search_query_totals" (
	"period" smallint NOT NULL,
	"query_id" integer NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	"is_named" boolean NOT NULL,
	"posts" integer NOT NULL,
	"best_post_id" integer NOT NULL,
	"rivals" integer[],
	"rival_sites" integer[],
	"strongest" real,
	"lost" integer,
	CONSTRAINT "search_query_totals_period_query_id_pk" PRIMARY KEY("period","query_id")
);
--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "clicks_30d" integer;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "clicks_until" date;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD COLUMN "rivals" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD COLUMN "turn" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "search_query_totals_seen" ON "search_query_totals" USING btree ("period","impressions" DESC NULLS LAST,"query_id");--> statement-breakpoint
CREATE INDEX "search_query_totals_lost" ON "search_query_totals" USING btree ("period","lost" DESC NULLS LAST,"query_id") WHERE "search_query_totals"."rivals" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_clicks" ON "content_posts" USING btree ("clicks_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_keyword" ON "content_posts" USING btree ("keyword_identity") WHERE "content_posts"."gone_at" is null;