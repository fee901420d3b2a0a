ALTER TABLE "port_checks" ADD COLUMN "post_style" text;--> statement-breakpoint
ALTER TABLE "port_checks" ADD COLUMN "post_style_at" timestamp with time zone;