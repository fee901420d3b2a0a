CREATE TABLE "alert_answers" (
	"rule_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"is_right" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_answers_rule_id_subject_id_user_id_pk" PRIMARY KEY("rule_id","subject_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "alert_facts" (
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"value" real NOT NULL,
	"was" double precision NOT NULL,
	"is" double precision NOT NULL,
	"site_ids" integer[] NOT NULL,
	CONSTRAINT "alert_facts_kind_subject_id_from_day_pk" PRIMARY KEY("kind","subject_id","from_day")
);
--> statement-breakpoint
CREATE TABLE "alert_people" (
	"rule_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "alert_people_rule_id_user_id_pk" PRIMARY KEY("rule_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "alert_reaches" (
	"kind" text NOT NULL,
	"known_from" date,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"rule_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"against" text NOT NULL,
	"threshold" integer NOT NULL,
	"least" integer NOT NULL,
	"site_id" integer,
	"cool_down_days" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"roles" text[] NOT NULL,
	"named_now" integer DEFAULT 0 NOT NULL,
	"told_90" integer DEFAULT 0 NOT NULL,
	"evaluated_on" date,
	"changed_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_tellings" (
	"rule_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "alert_tellings_rule_id_subject_id_day_pk" PRIMARY KEY("rule_id","subject_id","day")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "about" jsonb;--> statement-breakpoint
ALTER TABLE "alert_answers" ADD CONSTRAINT "alert_answers_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_answers" ADD CONSTRAINT "alert_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_people" ADD CONSTRAINT "alert_people_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_people" ADD CONSTRAINT "alert_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tellings" ADD CONSTRAINT "alert_tellings_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_facts_value" ON "alert_facts" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "alert_people_user" ON "alert_people" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_reaches_kind_key" ON "alert_reaches" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "alert_rules_owner" ON "alert_rules" USING btree ("owner_id");