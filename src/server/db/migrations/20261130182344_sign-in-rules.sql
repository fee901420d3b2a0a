CREATE TABLE "factor_reminders" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"occasion" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "factor_reminders_user_id_day_occasion_pk" PRIMARY KEY("user_id","day","occasion")
);
--> statement-breakpoint
CREATE TABLE "sign_in_rules" (
	"sign_in_rules_id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"second_factor" text DEFAULT 'nobody' NOT NULL,
	"second_factor_from" date,
	"session_hours" double precision,
	"session_idle_minutes" integer,
	"sessions_at_once" integer,
	"people_make_tokens" boolean DEFAULT true NOT NULL,
	"token_days" integer,
	"tokens_each" integer,
	"version" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" integer,
	CONSTRAINT "sign_in_rules_single" CHECK ("sign_in_rules"."sign_in_rules_id" = 1),
	CONSTRAINT "sign_in_rules_scope" CHECK ("sign_in_rules"."second_factor" in ('nobody', 'administrators', 'everybody')),
	CONSTRAINT "sign_in_rules_from" CHECK (("sign_in_rules"."second_factor" = 'nobody') = ("sign_in_rules"."second_factor_from" is null)),
	CONSTRAINT "sign_in_rules_positive" CHECK (least("sign_in_rules"."session_hours", "sign_in_rules"."session_idle_minutes", "sign_in_rules"."sessions_at_once", "sign_in_rules"."token_days", "sign_in_rules"."tokens_each") > 0)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "must_enrol" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "factor_reminders" ADD CONSTRAINT "factor_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD CONSTRAINT "sign_in_rules_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;