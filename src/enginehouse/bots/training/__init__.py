"""Train bots: learn the weights of judgement and beliefs from games of bots."""
