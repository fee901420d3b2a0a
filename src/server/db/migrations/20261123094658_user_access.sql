CREATE TABLE "access_steps" (
	"access_step_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_steps_access_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"step" text NOT NULL,
	"detail" text NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_accounts" (
	"system" text NOT NULL,
	"email" text NOT NULL,
	"handle" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "directory_accounts_system_email_pk" PRIMARY KEY("system","email")
);
--> statement-breakpoint
ALTER TABLE "access_steps" ADD CONSTRAINT "access_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_steps_email" ON "access_steps" USING btree ("email","access_step_id");