CREATE TABLE "event_hooks" (
	"hook_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_hooks_hook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"format" text NOT NULL,
	"address" text NOT NULL,
	"host" text NOT NULL,
	"types" text[] NOT NULL,
	"site_ids" integer[],
	"timing" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_by" integer,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"secret" text,
	"old_secret" text,
	"old_secret_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "event_hooks_format_known" CHECK ("event_hooks"."format" in ('standard', 'slack', 'teams')),
	CONSTRAINT "event_hooks_state_known" CHECK ("event_hooks"."state" in ('active', 'paused', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "event_sends" (
	"send_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hook_id" integer NOT NULL,
	"type" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "event_sends_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_id" text,
	"label" text NOT NULL,
	"site_id" integer,
	"status_from" text,
	"status_to" text,
	"count" integer,
	"email" text,
	"actor_kind" text NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"is_reported" boolean DEFAULT false NOT NULL,
	CONSTRAINT "event_sends_state_known" CHECK ("event_sends"."state" in ('waiting', 'sent', 'retrying', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "event_tries" (
	"try_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_tries_try_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"send_id" uuid NOT NULL,
	"hook_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text,
	"ms" integer NOT NULL,
	"has_arrived" boolean NOT NULL,
	"is_rotating" boolean NOT NULL,
	"request" jsonb NOT NULL,
	"headers" jsonb,
	"body" text,
	"is_cut" boolean DEFAULT false NOT NULL,
	"wait_seconds" integer
);
--> statement-breakpoint
ALTER TABLE "event_hooks" ADD CONSTRAINT "event_hooks_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_hooks" ADD CONSTRAINT "event_hooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_sends" ADD CONSTRAINT "event_sends_hook_id_event_hooks_hook_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."event_hooks"("hook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tries" ADD CONSTRAINT "event_tries_send_id_event_sends_send_id_fk" FOREIGN KEY ("send_id") REFERENCES "public"."event_sends"("send_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tries" ADD CONSTRAINT "event_tries_hook_id_event_hooks_hook_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."event_hooks"("hook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_sends_log" ON "event_sends" USING btree ("hook_id","created_at");--> statement-breakpoint
CREATE INDEX "event_sends_age" ON "event_sends" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "event_sends_due" ON "event_sends" USING btree ("hook_id","number") WHERE "event_sends"."state" in ('waiting', 'retrying');--> statement-breakpoint
CREATE UNIQUE INDEX "event_tries_send" ON "event_tries" USING btree ("send_id","try_id");--> statement-breakpoint
CREATE INDEX "event_tries_hook" ON "event_tries" USING btree ("hook_id","try_id");