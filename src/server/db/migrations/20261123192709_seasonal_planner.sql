CREATE TABLE "planned_keywords" (
	"plan_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planned_keywords_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"name" text NOT NULL,
	"identity" text NOT NULL,
	"site_id" integer NOT NULL,
	"month" date NOT NULL,
	"publish_by" date,
	"peak_on" date,
	"user_id" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "planned_keywords_month_begins" CHECK (extract(day from "planned_keywords"."month") = 1)
);
--> statement-breakpoint
ALTER TABLE "planned_keywords" ADD CONSTRAINT "planned_keywords_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_keywords" ADD CONSTRAINT "planned_keywords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_keywords_once" ON "planned_keywords" USING btree ("country","identity","site_id") WHERE "planned_keywords"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "planned_keywords_month" ON "planned_keywords" USING btree ("month","plan_id") WHERE "planned_keywords"."removed_at" is null;--> statement-breakpoint
-- The order by publish-by date asks for the peak week as well: once more everything is found in the index alone.
DROP INDEX "market_keywords_ranked";--> statement-breakpoint
CREATE INDEX "market_keywords_ranked" ON "market_keywords" USING btree ("source","country","score" DESC NULLS LAST,"market_keyword_id")
	INCLUDE ("identity","category","volume","monthly_trend","quarterly_trend","competition","units_sold","price","seasonality","is_top_brand","peak_week");
