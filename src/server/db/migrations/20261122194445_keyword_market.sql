CREATE TABLE "market_answers" (
	"question" text PRIMARY KEY NOT NULL,
	"answer" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_keywords" (
	"market_keyword_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "market_keywords_market_keyword_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"country" text NOT NULL,
	"name" text NOT NULL,
	"identity" text NOT NULL,
	"category" text NOT NULL,
	"volume" integer NOT NULL,
	"monthly_trend" real,
	"quarterly_trend" real,
	"competition" smallint,
	"score" smallint DEFAULT 0 NOT NULL,
	"units_sold" integer,
	"price" integer,
	"seasonality" smallint,
	"peak_week" smallint,
	"demand" text,
	"is_top_brand" boolean DEFAULT false NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"model" jsonb,
	"read_at" timestamp with time zone NOT NULL,
	"detailed_at" timestamp with time zone,
	"opened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vendor_calls" (
	"system" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "vendor_calls_system_day_pk" PRIMARY KEY("system","day")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "market_keywords_identity" ON "market_keywords" USING btree ("source","country","identity");--> statement-breakpoint
CREATE INDEX "market_keywords_opened" ON "market_keywords" USING btree ("source","opened_at") WHERE "market_keywords"."opened_at" is not null;--> statement-breakpoint
-- What any filter asks for, in the order by score: a page and its total are found in the index alone.
CREATE INDEX "market_keywords_ranked" ON "market_keywords" USING btree ("source","country","score" DESC NULLS LAST,"market_keyword_id")
	INCLUDE ("identity","category","volume","monthly_trend","quarterly_trend","competition","units_sold","price","seasonality","is_top_brand");
