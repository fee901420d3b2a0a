CREATE TABLE "access_review_accounts" (
	"reviewed_account_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_review_accounts_reviewed_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"review_id" integer NOT NULL,
	"operation" text NOT NULL,
	"account" text NOT NULL,
	"email" text,
	"name" text,
	"url" text,
	"detail" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"person_id" integer,
	"decision" text,
	"outcome" text DEFAULT '' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	CONSTRAINT "access_review_accounts_once" UNIQUE("review_id","operation","account"),
	CONSTRAINT "access_review_accounts_decision_known" CHECK ("access_review_accounts"."decision" in ('keep', 'revoking', 'revoked', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "access_review_systems" (
	"review_id" integer NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"position" integer NOT NULL,
	"is_by_name" boolean NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	CONSTRAINT "access_review_systems_review_id_operation_pk" PRIMARY KEY("review_id","operation"),
	CONSTRAINT "access_review_systems_state_known" CHECK ("access_review_systems"."state" in ('waiting', 'listed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "access_reviews" (
	"review_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_reviews_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer
);
--> statement-breakpoint
CREATE TABLE "gsc_left_rivalries" (
	"query" text NOT NULL,
	"rivals" integer[] NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gsc_left_rivalries_query_rivals_pk" PRIMARY KEY("query","rivals")
);
--> statement-breakpoint
ALTER TABLE "directory_accounts" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_review_id_access_reviews_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_systems" ADD CONSTRAINT "access_review_systems_review_id_access_reviews_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_left_rivalries" ADD CONSTRAINT "gsc_left_rivalries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_review_accounts_review" ON "access_review_accounts" USING btree ("review_id","reviewed_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_reviews_one" ON "access_reviews" USING btree ((true)) WHERE "access_reviews"."ended_at" is null;