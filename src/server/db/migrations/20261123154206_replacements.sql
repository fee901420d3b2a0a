CREATE TABLE "replacement_places" (
	"replacement_place_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replacement_places_replacement_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"replacement_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"article_id" integer,
	"version" integer,
	"status" text,
	"title" text NOT NULL,
	"site_id" integer NOT NULL,
	"url" text,
	"award" text NOT NULL,
	"mode" text,
	"before" jsonb,
	"after" jsonb,
	"doubt" text,
	"mentions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result_id" integer,
	"result_version" integer
);
--> statement-breakpoint
CREATE TABLE "replacements" (
	"replacement_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replacements_replacement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"old_asin" text NOT NULL,
	"old_name" text NOT NULL,
	"new_asin" text NOT NULL,
	"new_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"acting_id" integer,
	"request_id" text,
	"address" text,
	CONSTRAINT "replacements_state_known" CHECK ("replacements"."state" in ('prepared', 'applying', 'applied', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "report_choices" ADD COLUMN "oos_group" text;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_replacement_id_replacements_replacement_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."replacements"("replacement_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_result_id_articles_article_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_acting_id_users_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_places_position" ON "replacement_places" USING btree ("replacement_id","position");--> statement-breakpoint
CREATE INDEX "replacement_places_article" ON "replacement_places" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "replacement_places_result" ON "replacement_places" USING btree ("result_id");--> statement-breakpoint
CREATE INDEX "replacements_made" ON "replacements" USING btree ("applied_at","replacement_id");--> statement-breakpoint
CREATE INDEX "replacements_user" ON "replacements" USING btree ("user_id","applied_at","replacement_id");--> statement-breakpoint
CREATE INDEX "replacements_old" ON "replacements" USING btree ("old_asin");--> statement-breakpoint
CREATE INDEX "catalog_readings_shelf" ON "catalog_readings" USING btree (("item" -> 'categories' ->> -1));