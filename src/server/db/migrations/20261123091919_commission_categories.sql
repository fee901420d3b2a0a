CREATE TABLE "commission_categories" (
	"commission_category_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_categories_commission_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"rate" integer NOT NULL,
	CONSTRAINT "commission_categories_rate" CHECK ("commission_categories"."rate" between 0 and 10000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "commission_categories_name" ON "commission_categories" USING btree (lower("name" collate "und-x-icu"));