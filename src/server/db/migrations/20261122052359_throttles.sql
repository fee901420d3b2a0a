CREATE TABLE "throttle_counts" (
	"throttle_key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "throttle_counts_until" ON "throttle_counts" USING btree ("until");