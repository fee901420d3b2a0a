CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" integer,
	"actor_name" text NOT NULL,
	"role_id" text,
	"address" text,
	"request_id" text,
	"act" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text,
	"label" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_noun" ON "audit_entries" USING btree ("noun","noun_id","id");--> statement-breakpoint
CREATE INDEX "audit_act" ON "audit_entries" USING btree ("act","id");--> statement-breakpoint
-- Entries stay as they were written. Only a transaction that says how long entries are kept deletes, and only older ones;
-- none that is younger than 30 days, whatever is said.
CREATE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept_days integer := nullif(current_setting('copydesk.audit_days', true), '')::integer;
BEGIN
	IF TG_OP = 'DELETE' AND kept_days IS NOT NULL
		AND OLD.created_at < now() - make_interval(days => greatest(kept_days, 30)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'audit entries are kept as they are' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entry_kept();--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_kept();
