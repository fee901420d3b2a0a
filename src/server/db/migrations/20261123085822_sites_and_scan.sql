CREATE TABLE "scan_runs" (
	"scan_run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_runs_scan_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"function_id" text NOT NULL,
	"status" text NOT NULL,
	"items" jsonb NOT NULL,
	"took" integer NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "started_by" integer;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "refused_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_runs" ADD CONSTRAINT "scan_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scan_runs_function" ON "scan_runs" USING btree ("function_id","scan_run_id");--> statement-breakpoint
CREATE INDEX "scan_runs_ran" ON "scan_runs" USING btree ("ran_at");--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;