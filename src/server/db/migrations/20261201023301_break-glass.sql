ALTER TABLE "sign_in_rules" ADD COLUMN "passwords" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "break_glass" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_full_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD CONSTRAINT "sign_in_rules_passwords" CHECK ("sign_in_rules"."passwords" in ('everybody', 'break_glass'));