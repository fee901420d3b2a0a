CREATE TABLE "notice_choices" (
	"user_id" integer NOT NULL,
	"notice_group" text NOT NULL,
	"way" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_choices_user_id_notice_group_pk" PRIMARY KEY("user_id","notice_group"),
	CONSTRAINT "notice_choices_way" CHECK ("notice_choices"."way" in ('bell', 'mail', 'digest', 'off'))
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"digest_hour" integer NOT NULL,
	"digest_days" integer[] NOT NULL,
	"holds_overnight" boolean NOT NULL,
	"digested_on" date,
	CONSTRAINT "notice_preferences_hour" CHECK ("notice_preferences"."digest_hour" between 0 and 23),
	CONSTRAINT "notice_preferences_days" CHECK (cardinality("notice_preferences"."digest_days") between 1 and 7 and "notice_preferences"."digest_days" <@ '{1,2,3,4,5,6,7}'::int[])
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"identity_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identities_identity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"linked_by" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD COLUMN "provider_session" jsonb;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "is_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_sid" text;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject_key" ON "identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user_key" ON "identities" USING btree ("user_id","issuer");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_identity_id_identities_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("identity_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_identity" ON "sessions" USING btree ("identity_id") WHERE "sessions"."identity_id" is not null;
