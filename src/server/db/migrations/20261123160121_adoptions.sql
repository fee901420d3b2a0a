CREATE TABLE "adopted_posts" (
	"adoption_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"outcome" text,
	"title" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"focus_keyword" text DEFAULT '' NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "adopted_posts_adoption_id_post_id_pk" PRIMARY KEY("adoption_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "adoptions" (
	"adoption_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adoptions_adoption_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'listing' NOT NULL,
	"user_id" integer,
	"reason" text,
	"since" timestamp with time zone,
	"listed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"alone" smallint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "adopted_posts" ADD CONSTRAINT "adopted_posts_adoption_id_adoptions_adoption_id_fk" FOREIGN KEY ("adoption_id") REFERENCES "public"."adoptions"("adoption_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoptions" ADD CONSTRAINT "adoptions_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoptions" ADD CONSTRAINT "adoptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adopted_posts_outcome" ON "adopted_posts" USING btree ("adoption_id","outcome","post_id");--> statement-breakpoint
CREATE INDEX "adoptions_site" ON "adoptions" USING btree ("site_id","adoption_id");--> statement-breakpoint
CREATE UNIQUE INDEX "adoptions_running" ON "adoptions" USING btree ("site_id") WHERE "adoptions"."ended_at" is null;