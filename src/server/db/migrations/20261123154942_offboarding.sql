CREATE TABLE "offboarding_runs" (
	"run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offboarding_runs_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text,
	"github" text,
	"manager" text,
	"heir_id" integer,
	"user_id" integer NOT NULL,
	"acting_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"handed_over" jsonb,
	"second_look_at" timestamp with time zone,
	"second_looked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "offboarding_systems" (
	"run_id" integer NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	"account" text,
	"began_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"later_state" text,
	"later_detail" text,
	CONSTRAINT "offboarding_systems_run_id_operation_pk" PRIMARY KEY("run_id","operation"),
	CONSTRAINT "offboarding_systems_state_known" CHECK ("offboarding_systems"."state" in ('waiting', 'running', 'revoked', 'inactive', 'refused', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "access_steps" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "access_steps" ADD COLUMN "run_id" integer;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_heir_id_users_id_fk" FOREIGN KEY ("heir_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_acting_id_users_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_systems" ADD CONSTRAINT "offboarding_systems_run_id_offboarding_runs_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."offboarding_runs"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offboarding_runs_email" ON "offboarding_runs" USING btree ("email","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offboarding_runs_one" ON "offboarding_runs" USING btree ("email") WHERE "offboarding_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "access_steps_run" ON "access_steps" USING btree ("run_id","access_step_id");