CREATE TABLE "console_attempts" (
	"attempt_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_attempts_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"statement" text NOT NULL,
	"purpose" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"milliseconds" integer,
	"rows" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "console_queries" (
	"query_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_queries_query_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"statement" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console_attempts" ADD CONSTRAINT "console_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_queries" ADD CONSTRAINT "console_queries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_attempts_user" ON "console_attempts" USING btree ("user_id","attempt_id");--> statement-breakpoint
CREATE INDEX "console_attempts_age" ON "console_attempts" USING btree ("asked_at");