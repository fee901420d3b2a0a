CREATE TABLE "game_answers" (
	"game" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_answers_game_day_pk" PRIMARY KEY("game","day")
);
--> statement-breakpoint
CREATE TABLE "game_runs" (
	"game_run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "game_runs_game_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "game_runs" ADD CONSTRAINT "game_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;