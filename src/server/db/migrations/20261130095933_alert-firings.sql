-- One name for what an alert rule reported: firings.
ALTER TABLE "alert_tellings" RENAME TO "alert_firings";--> statement-breakpoint
ALTER TABLE "alert_firings" RENAME CONSTRAINT "alert_tellings_rule_id_subject_id_day_pk" TO "alert_firings_rule_id_subject_id_day_pk";--> statement-breakpoint
ALTER TABLE "alert_firings" RENAME CONSTRAINT "alert_tellings_rule_id_alert_rules_rule_id_fk" TO "alert_firings_rule_id_alert_rules_rule_id_fk";
